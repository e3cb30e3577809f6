dnl SPDX-License-Identifier: BSD-3-Clause

dnl TUNEDX_COMPONENT_DIR
dnl --------------------
dnl Where `make install` puts the plugin: --with-component-dir.
dnl
dnl Open MPI's own directory is the default only when tunedx is configured for
dnl Open MPI's prefix.  Everybody else gets a directory under their own prefix,
dnl so that unprivileged installs and `make distcheck` work, and is told the
dnl environment variable that makes Open MPI look there.
dnl
dnl Sets and substitutes componentdir, OPENMPI_LOAD_LINES (shell assignments).
AC_DEFUN([TUNEDX_COMPONENT_DIR], [
    AC_REQUIRE([TUNEDX_OPENMPI])
    AC_ARG_WITH([component-dir],
        [AS_HELP_STRING([--with-component-dir=WHERE],
            [install the plugin into: openmpi (Open MPI's component directory),
             user (~/.openmpi/components), prefix (LIBDIR/tunedx) or an
             absolute directory (default: openmpi if PREFIX is Open MPI's,
             else prefix)])],
        [], [with_component_dir=default])

    tunedx_prefix=$prefix
    AS_IF([test "$tunedx_prefix" = NONE], [tunedx_prefix=$ac_default_prefix])
    AS_IF([test "$with_component_dir" = default],
        [AS_IF([test "$tunedx_prefix" = "$OPENMPI_PREFIX"],
            [with_component_dir=openmpi], [with_component_dir=prefix])])
    AS_CASE([$with_component_dir],
        [openmpi], [componentdir=$OPENMPI_PKGLIBDIR],
        [user], [componentdir=$HOME/.openmpi/components],
        [prefix], [componentdir='${libdir}/tunedx'],
        [/*], [componentdir=$with_component_dir],
        [AC_MSG_ERROR([--with-component-dir takes openmpi, user, prefix or an absolute directory, not '$with_component_dir'.])])
    AC_SUBST([componentdir])

    dnl The same with all variables expanded, for messages.
    tunedx_exec_prefix=$exec_prefix
    AS_IF([test "$tunedx_exec_prefix" = NONE],
        [tunedx_exec_prefix=$tunedx_prefix])
    tunedx_component_path=`prefix=$tunedx_prefix exec_prefix=$tunedx_exec_prefix
        eval libdir=$libdir
        eval echo $componentdir`

    dnl SYSTEM_DEFAULT comes first: Open MPI stops at the first directory that
    dnl it cannot read, and would then be without its own components.
    OPENMPI_LOAD_LINES=
    AS_CASE([$with_component_dir:$OPENMPI_VERSION],
        [openmpi:4.*|user:4.*], [],
        [OPENMPI_LOAD_LINES="export OMPI_MCA_mca_base_component_path=SYSTEM_DEFAULT:$tunedx_component_path"])
    dnl From Open MPI 5 on, PMIx reads the same variable; one of its own keeps
    dnl it from complaining about our file.
    AS_IF([test -n "$OPENMPI_LOAD_LINES" && test -n "$PMIX_PLUGIN_DIR"],
        [OPENMPI_LOAD_LINES="$OPENMPI_LOAD_LINES
      export PMIX_MCA_mca_base_component_path=$PMIX_PLUGIN_DIR"])
])
