dnl SPDX-License-Identifier: BSD-3-Clause
dnl
dnl Finding the Open MPI that the plugin is built for.
dnl
dnl Open MPI itself is asked, through its compiler wrapper and ompi_info; no
dnl path is assumed.  Every way in which that can fail ends in one sentence
dnl that says what to do.

dnl TUNEDX_OPENMPI
dnl --------------
dnl Sets and substitutes
dnl   MPICC, OMPI_INFO, MPIRUN   the programs
dnl   OPENMPI_VERSION            as ompi_info and the headers say it
dnl   OPENMPI_PREFIX, OPENMPI_PKGLIBDIR, OPENMPI_PKGDATADIR
dnl   MPI_CPPFLAGS, MPI_LIBS     for MPI programs
dnl   OPENMPI_CPPFLAGS           for the plugin: internal headers, then the
dnl   OPENMPI_SHIMS              stand-ins for those that are missing
dnl   OPENMPI_CFLAGS, OPENMPI_LIBS
dnl                              for the plugin
dnl   OPENMPI_CONFIGURE_FLAGS    the switches that find the same Open MPI again
dnl   PMIX_PLUGIN_DIR            PMIx's own plugins (Open MPI 5 and later)
dnl
dnl None begins with OMPI_: mpicc takes OMPI_CPPFLAGS, OMPI_LIBS and the like
dnl from the environment for its own.
AC_DEFUN([TUNEDX_OPENMPI], [
    AC_REQUIRE([AC_PROG_CC])
    AC_REQUIRE([AC_PROG_CPP])
    AC_REQUIRE([AC_PROG_SED])
    AC_REQUIRE([PKG_PROG_PKG_CONFIG])

    AC_ARG_WITH([openmpi-install],
        [AS_HELP_STRING([--with-openmpi-install=DIR],
            [Open MPI installed under DIR (default: mpicc in PATH)])],
        [], [with_openmpi_install=no])
    AC_ARG_WITH([openmpi-source],
        [AS_HELP_STRING([--with-openmpi-source=DIR],
            [take Open MPI's internal headers from its configured source tree
             DIR, of the same version (default: the installed ones)])],
        [], [with_openmpi_source=no])
    OPENMPI_CONFIGURE_FLAGS=
    _TUNEDX_OPENMPI_SWITCH([--with-openmpi-install], [$with_openmpi_install])
    _TUNEDX_OPENMPI_SWITCH([--with-openmpi-source], [$with_openmpi_source])
    AC_SUBST([OPENMPI_CONFIGURE_FLAGS])

    _TUNEDX_OPENMPI_PROGRAMS
    _TUNEDX_OPENMPI_INSTALLATION
    _TUNEDX_OPENMPI_HEADERS
    _TUNEDX_OPENMPI_LIBRARIES
])

dnl _TUNEDX_OPENMPI_SWITCH(SWITCH, VALUE)
AC_DEFUN([_TUNEDX_OPENMPI_SWITCH], [
    AS_CASE([$2],
        [no], [],
        [/*], [OPENMPI_CONFIGURE_FLAGS="$OPENMPI_CONFIGURE_FLAGS $1=$2"],
        [AC_MSG_ERROR([$1 needs an absolute directory, not '$2'.])])
])

dnl The sentence for whoever has Open MPI without what a plugin needs.
m4_define([_TUNEDX_DEVEL_HEADERS],
[Install Open MPI's internal headers (Debian, Ubuntu: package libopenmpi-dev;
Spack, EasyBuild or from source: configure Open MPI with --with-devel-headers)
and point --with-openmpi-install=DIR to it, or point --with-openmpi-source=DIR
to a configured source tree of Open MPI $OPENMPI_VERSION.])

dnl mpicc, and ompi_info and mpirun from the same place.
AC_DEFUN([_TUNEDX_OPENMPI_PROGRAMS], [
    AC_ARG_VAR([MPICC], [Open MPI's compiler wrapper])
    AC_ARG_VAR([OMPI_INFO], [Open MPI's ompi_info])
    AC_ARG_VAR([MPIRUN], [Open MPI's mpirun])
    AS_IF([test "$with_openmpi_install" = no],
        [tunedx_path=$PATH],
        [tunedx_path=$with_openmpi_install/bin])

    AC_PATH_PROG([MPICC], [${MPICC:-mpicc}], [], [$tunedx_path])
    AS_IF([test -z "$MPICC"],
        [AC_MSG_ERROR([no mpicc in $tunedx_path.
Install Open MPI (Debian, Ubuntu: package libopenmpi-dev) or point
--with-openmpi-install=DIR to it.])])
    AC_MSG_CHECKING([whether $MPICC is Open MPI's])
    AS_CASE([`$MPICC --showme:version 2>/dev/null`],
        [*"Open MPI"*], [AC_MSG_RESULT([yes])],
        [AC_MSG_RESULT([no])
         AC_MSG_ERROR([$MPICC is not Open MPI's compiler wrapper, and tunedx is a plugin for Open MPI only.
Point MPICC=... (Debian: MPICC=mpicc.openmpi) or --with-openmpi-install=DIR to
Open MPI's.])])

    dnl Debian's mpicc.openmpi has a mpirun.openmpi beside it.
    tunedx_bindir=`AS_DIRNAME(["$MPICC"])`
    tunedx_suffix=`echo "$MPICC" | $SED 's,.*/mpicc,,'`
    tunedx_path=$tunedx_bindir:$tunedx_path
    AC_PATH_PROG([OMPI_INFO], [${OMPI_INFO:-ompi_info}], [], [$tunedx_path])
    AC_PATH_PROGS([MPIRUN], [${MPIRUN:-mpirun$tunedx_suffix} mpirun], [],
        [$tunedx_path])
    AS_IF([test -z "$OMPI_INFO" || test -z "$MPIRUN"],
        [AC_MSG_ERROR([no ompi_info or no mpirun beside $MPICC.
Install Open MPI's programs (Debian, Ubuntu: package openmpi-bin) or set
OMPI_INFO=... and MPIRUN=...])])
])

dnl _TUNEDX_OMPI_INFO(VARIABLE, KEY, ARGUMENTS)
dnl The value of the line KEY:VALUE that ompi_info prints.
AC_DEFUN([_TUNEDX_OMPI_INFO], [
    $1=`$OMPI_INFO --parsable $3 2>/dev/null | $SED -n 's/^$2://p' | $SED 1q`])

dnl What ompi_info says: version, directories, whether plugins can be loaded.
AC_DEFUN([_TUNEDX_OPENMPI_INSTALLATION], [
    AC_MSG_CHECKING([for Open MPI's version])
    _TUNEDX_OMPI_INFO([OPENMPI_VERSION], [ompi:version:full], [])
    AC_MSG_RESULT([$OPENMPI_VERSION])
    AS_CASE([$OPENMPI_VERSION],
        [4.1.*|5.0.*|6.0.*], [],
        [AC_MSG_ERROR([Open MPI ${OPENMPI_VERSION:-of unknown version} ($OMPI_INFO) is not supported: tunedx needs 4.1, 5.0 or 6.0.])])
    AC_SUBST([OPENMPI_VERSION])

    AC_MSG_CHECKING([whether Open MPI loads plugins])
    _TUNEDX_OMPI_INFO([tunedx_dlopen], [option:dlopen], [--config])
    AC_MSG_RESULT([${tunedx_dlopen:-unknown}])
    AS_IF([test "$tunedx_dlopen" != yes],
        [AC_MSG_ERROR([this Open MPI cannot load plugins: it was configured with --disable-dlopen.
Install one that can (every packaged Open MPI does).])])

    _TUNEDX_OMPI_INFO([OPENMPI_PREFIX], [path:prefix], [--path prefix])
    _TUNEDX_OMPI_INFO([OPENMPI_PKGLIBDIR], [path:pkglibdir], [--path pkglibdir])
    _TUNEDX_OMPI_INFO([OPENMPI_PKGDATADIR], [path:pkgdatadir], [--path pkgdatadir])
    AC_SUBST([OPENMPI_PREFIX])
    AC_SUBST([OPENMPI_PKGLIBDIR])
    AC_SUBST([OPENMPI_PKGDATADIR])
])

dnl The headers that compat/ includes.
m4_define([_TUNEDX_OPENMPI_INCLUDES], [
#include "ompi_config.h"
#include "mpi.h"
#include "ompi/communicator/communicator.h"
#include "ompi/datatype/ompi_datatype.h"
#include "ompi/mca/coll/coll.h"
#include "ompi/mca/coll/base/base.h"
#include "ompi/mca/coll/base/coll_base_functions.h"
#include "ompi/mca/coll/base/coll_base_util.h"
#include "ompi/mca/coll/base/coll_tags.h"
#include "ompi/mca/pml/pml.h"
#include "ompi/op/op.h"
#include "ompi/proc/proc.h"
#include "ompi/request/request.h"
#include "opal/runtime/opal_progress.h"
#include "opal/util/output.h"
])

AC_DEFUN([_TUNEDX_OPENMPI_HEADERS], [
    MPI_CPPFLAGS=
    tunedx_incdirs=`$MPICC --showme:incdirs`
    for tunedx_dir in $tunedx_incdirs; do
        _TUNEDX_INCLUDE_DIR([MPI_CPPFLAGS], [$tunedx_dir])
    done

    OPENMPI_CPPFLAGS=
    AS_IF([test "$with_openmpi_source" = no], [
        OPENMPI_CPPFLAGS=$MPI_CPPFLAGS
        for tunedx_dir in $tunedx_incdirs; do
            _TUNEDX_INCLUDE_DIR([OPENMPI_CPPFLAGS], [$tunedx_dir/openmpi])
        done
    ], [
        AS_IF([test ! -f "$with_openmpi_source/opal/include/opal_config.h"],
            [AC_MSG_ERROR([$with_openmpi_source holds no opal/include/opal_config.h: --with-openmpi-source needs Open MPI's source tree after its configure has run there.])])
        for tunedx_dir in "$with_openmpi_source" \
            "$with_openmpi_source/ompi/include" \
            "$with_openmpi_source/opal/include" \
            "$with_openmpi_source/orte/include" \
            "$with_openmpi_source"/3rd-party/*/include; do
            _TUNEDX_INCLUDE_DIR([OPENMPI_CPPFLAGS], [$tunedx_dir])
        done
    ])

    dnl From Open MPI 5 on, coll.h reaches pmix.h.
    PMIX_PLUGIN_DIR=
    AS_CASE([$OPENMPI_VERSION], [4.*], [], [
        PKG_CHECK_MODULES([PMIX], [pmix],
            [OPENMPI_CPPFLAGS="$OPENMPI_CPPFLAGS `echo "$PMIX_CFLAGS" |
                $SED 's/-I */-isystem /g'`"
             PMIX_PLUGIN_DIR=`$PKG_CONFIG --variable=libdir pmix`/pmix
             AS_IF([test -d "$PMIX_PLUGIN_DIR"], [], [PMIX_PLUGIN_DIR=])],
            [:])])
    AC_SUBST([PMIX_PLUGIN_DIR])

    tunedx_save_CPPFLAGS=$CPPFLAGS
    CPPFLAGS="$CPPFLAGS $OPENMPI_CPPFLAGS"

    AC_MSG_CHECKING([for the version of Open MPI's internal headers])
    AC_LANG_CONFTEST([AC_LANG_SOURCE([
#include "ompi/version.h"
tunedx_version OMPI_VERSION])])
    tunedx_version=`$CPP -P $CPPFLAGS conftest.$ac_ext 2>/dev/null |
        $SED -n 's/^tunedx_version *"\(.*\)"/\1/p'`
    AC_MSG_RESULT([${tunedx_version:-none found}])
    AS_CASE([$tunedx_version],
        [""], [AC_MSG_ERROR([Open MPI's internal headers are missing (ompi/version.h).
_TUNEDX_DEVEL_HEADERS])],
        ["$OPENMPI_VERSION"], [],
        [AC_MSG_ERROR([the headers are Open MPI $tunedx_version's but $OMPI_INFO belongs to $OPENMPI_VERSION.
Point --with-openmpi-install=DIR, and --with-openmpi-source=DIR where it is
used, to one and the same version.])])

    dnl Some headers that the others include are not installed by Open MPI,
    dnl not even with --with-devel-headers.  Shims stand in for those, behind
    dnl all other directories, and only where they are missing.
    OPENMPI_SHIMS=
    tunedx_srcdir=`cd "$srcdir" && pwd`
    _TUNEDX_OPENMPI_SHIM([fortran], [
#include "ompi_config.h"
#include "ompi/mpi/fortran/base/fint_2_int.h"
])
    _TUNEDX_OPENMPI_SHIM([pthreads], [
#include "opal_config.h"
#include "opal/constants.h"
#ifdef MCA_threads_mutex_base_include_HEADER
#include MCA_threads_mutex_base_include_HEADER
#include "opal/mca/threads/threads.h"
#include "opal/mca/threads/tsd.h"
#endif
])
    AC_SUBST([OPENMPI_SHIMS])

    AC_MSG_CHECKING([whether Open MPI's internal headers compile])
    CPPFLAGS="$tunedx_save_CPPFLAGS $OPENMPI_CPPFLAGS"
    AC_COMPILE_IFELSE([AC_LANG_SOURCE([_TUNEDX_OPENMPI_INCLUDES])],
        [AC_MSG_RESULT([yes])],
        [AC_MSG_RESULT([no])
         tunedx_missing=`$SED -n 's/.*fatal error: \([[^ :]]*\).*/\1/p' conftest.err`
         AS_CASE([$tunedx_missing],
             [pmix*], [AC_MSG_ERROR([Open MPI's internal headers need PMIx's, and $tunedx_missing is missing.
Install them (Debian, Ubuntu: package libpmix-dev) or name their directory:
PMIX_CFLAGS=-IDIR.])])
         AC_MSG_ERROR([Open MPI's internal headers do not compile (${tunedx_missing:-config.log says why}).
_TUNEDX_DEVEL_HEADERS])])
    CPPFLAGS=$tunedx_save_CPPFLAGS
    AC_SUBST([MPI_CPPFLAGS])
    AC_SUBST([OPENMPI_CPPFLAGS])
])

dnl _TUNEDX_INCLUDE_DIR(VARIABLE, DIRECTORY)
dnl Adds an existing directory: as a system directory, so that warnings stay
dnl with our own text, and never /usr/include, which would move to the front.
AC_DEFUN([_TUNEDX_INCLUDE_DIR], [
    AS_CASE([" $$1 "],
        [*" $2 "*], [],
        [AS_IF([test -d "$2" && test "$2" != /usr/include],
            [$1="$$1 -isystem $2"])])
])

dnl _TUNEDX_OPENMPI_SHIM(NAME, PROGRAM)
dnl Adds compat/shim/NAME when PROGRAM does not compile without it.
AC_DEFUN([_TUNEDX_OPENMPI_SHIM], [
    AC_MSG_CHECKING([whether compat/shim/$1 is needed])
    AC_COMPILE_IFELSE([AC_LANG_SOURCE([$2])],
        [AC_MSG_RESULT([no])],
        [AC_MSG_RESULT([yes])
         OPENMPI_SHIMS="$OPENMPI_SHIMS $1"
         OPENMPI_CPPFLAGS="$OPENMPI_CPPFLAGS -idirafter $tunedx_srcdir/compat/shim/$1"])
])

dnl The wrapper links libmpi; the component calls into the libraries below it
dnl as well, so it names them, or --no-undefined would complain.
AC_DEFUN([_TUNEDX_OPENMPI_LIBRARIES], [
    MPI_LIBS=`$MPICC --showme:link`
    OPENMPI_LIBS=$MPI_LIBS
    tunedx_save_LIBS=$LIBS
    for tunedx_lib in open-rte open-pal; do
        LIBS="$MPI_LIBS -l$tunedx_lib $tunedx_save_LIBS"
        AC_MSG_CHECKING([for lib$tunedx_lib])
        AC_LINK_IFELSE([AC_LANG_PROGRAM([], [])],
            [AC_MSG_RESULT([yes])
             OPENMPI_LIBS="$OPENMPI_LIBS -l$tunedx_lib"],
            [AC_MSG_RESULT([no])])
    done
    _TUNEDX_OPENMPI_ATOMICS
    LIBS=$tunedx_save_LIBS
    AC_SUBST([MPI_LIBS])
    AC_SUBST([OPENMPI_LIBS])
])

dnl Open MPI's free lists compare and swap two words at a time where it was
dnl configured to; on x86-64 the compiler asks for a flag to do that.
AC_DEFUN([_TUNEDX_OPENMPI_ATOMICS], [
    OPENMPI_CFLAGS=
    tunedx_save_CPPFLAGS=$CPPFLAGS
    tunedx_save_CFLAGS=$CFLAGS
    CPPFLAGS="$CPPFLAGS $OPENMPI_CPPFLAGS"
    LIBS="$OPENMPI_LIBS $tunedx_save_LIBS"
    AC_MSG_CHECKING([which flag Open MPI's free lists need])
    tunedx_found=no
    for tunedx_flag in '' -mcx16; do
        AS_IF([test "$tunedx_found" = no], [
            CFLAGS="$tunedx_save_CFLAGS $tunedx_flag"
            AC_LINK_IFELSE([AC_LANG_PROGRAM([
#include "ompi_config.h"
#include "opal/class/opal_free_list.h"
                ], [
opal_free_list_t list;
opal_free_list_return(&list, opal_free_list_get(&list));
                ])],
                [tunedx_found=yes
                 OPENMPI_CFLAGS=$tunedx_flag])])
    done
    CPPFLAGS=$tunedx_save_CPPFLAGS
    CFLAGS=$tunedx_save_CFLAGS
    AS_IF([test "$tunedx_found" = yes],
        [AC_MSG_RESULT([${OPENMPI_CFLAGS:-none}])],
        [AC_MSG_RESULT([unknown])
         AC_MSG_ERROR([a program with a free list of Open MPI's does not link (config.log says why).])])
    AC_SUBST([OPENMPI_CFLAGS])
])
