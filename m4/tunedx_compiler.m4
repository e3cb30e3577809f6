dnl SPDX-License-Identifier: BSD-3-Clause

dnl TUNEDX_COMPILER
dnl ---------------
dnl Flags for everything of ours, in TUNEDX_CFLAGS and TUNEDX_LDFLAGS; what the
dnl plugin is linked with besides, in TUNEDX_MODULE_LDFLAGS.  CFLAGS and LDFLAGS
dnl stay the user's.  TUNEDX_PRELOAD is the library that a program without
dnl sanitizers, such as ompi_info, has to begin with to load a plugin that has.
AC_DEFUN([TUNEDX_COMPILER], [
    AC_REQUIRE([AC_PROG_CC])
    AC_ARG_ENABLE([werror],
        [AS_HELP_STRING([--enable-werror], [make warnings errors])],
        [], [enable_werror=no])
    AC_ARG_ENABLE([sanitizers],
        [AS_HELP_STRING([--enable-sanitizers],
            [build everything with the address and the undefined behaviour
             sanitizer])],
        [], [enable_sanitizers=no])

    TUNEDX_CFLAGS="-std=c11 -fvisibility=hidden -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes -Wmissing-prototypes"
    TUNEDX_LDFLAGS=
    TUNEDX_PRELOAD=
    AS_IF([test "$enable_werror" != no],
        [TUNEDX_CFLAGS="$TUNEDX_CFLAGS -Werror"])
    AS_IF([test "$enable_sanitizers" != no],
        [TUNEDX_LDFLAGS="-fsanitize=address,undefined"
         TUNEDX_CFLAGS="$TUNEDX_CFLAGS $TUNEDX_LDFLAGS -fno-sanitize-recover=all -fno-omit-frame-pointer"
         TUNEDX_PRELOAD=`$CC -print-file-name=libasan.so`])

    dnl Plugins are opened with RTLD_LAZY: without these, a missing symbol would
    dnl show at its first call, in a user's job.
    TUNEDX_MODULE_LDFLAGS=
    for tunedx_flag in -Wl,-z,now -Wl,--no-undefined; do
        TUNEDX_TRY_MODULE_FLAG([$tunedx_flag])
    done
    AC_SUBST([TUNEDX_CFLAGS])
    AC_SUBST([TUNEDX_LDFLAGS])
    AC_SUBST([TUNEDX_PRELOAD])
    AC_SUBST([TUNEDX_MODULE_LDFLAGS])
])

dnl TUNEDX_TRY_MODULE_FLAG(FLAG)
dnl Adds FLAG to TUNEDX_MODULE_LDFLAGS if a shared object links with it (not
dnl so with a sanitizer of Clang's, which leaves its run time undefined).
AC_DEFUN([TUNEDX_TRY_MODULE_FLAG], [
    AC_MSG_CHECKING([whether a shared object links with $1])
    tunedx_save_CFLAGS=$CFLAGS tunedx_save_LDFLAGS=$LDFLAGS
    CFLAGS="$CFLAGS $TUNEDX_CFLAGS -fPIC"
    LDFLAGS="$LDFLAGS $TUNEDX_LDFLAGS -shared $1"
    AC_LINK_IFELSE([AC_LANG_SOURCE([
int tunedx_probe(int *p);
int tunedx_probe(int *p) { return *p; }])],
        [AC_MSG_RESULT([yes])
         TUNEDX_MODULE_LDFLAGS="$TUNEDX_MODULE_LDFLAGS $1"],
        [AC_MSG_RESULT([no])])
    CFLAGS=$tunedx_save_CFLAGS LDFLAGS=$tunedx_save_LDFLAGS
])
