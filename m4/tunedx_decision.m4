dnl SPDX-License-Identifier: BSD-3-Clause

dnl TUNEDX_WITH_DECISION
dnl --------------------
dnl A decision to compile in, as `tunedx codegen` writes it: --with-decision.
dnl
dnl Sets and substitutes TUNEDX_DECISION, its absolute path or nothing.
AC_DEFUN([TUNEDX_WITH_DECISION], [
    AC_ARG_WITH([decision],
        [AS_HELP_STRING([--with-decision=FILE.c],
            [compile FILE.c, which tunedx codegen has made of a rules file,
             into the plugin])],
        [], [with_decision=no])

    TUNEDX_DECISION=
    AS_IF([test "$with_decision" != no], [
        AS_CASE([$with_decision],
            [yes|''], [AC_MSG_ERROR([--with-decision needs a file: --with-decision=FILE.c.])],
            [*[[[:space:]\'\$\#]]*], [AC_MSG_ERROR([--with-decision: make cannot take '$with_decision'; expected a path without blanks, quotes, dollar and number signs.])],
            [/*], [TUNEDX_DECISION=$with_decision],
            [TUNEDX_DECISION=`pwd`/$with_decision])
        AS_IF([test ! -f "$TUNEDX_DECISION" || test ! -r "$TUNEDX_DECISION"],
            [AC_MSG_ERROR([--with-decision: no file $TUNEDX_DECISION that can be read.])])
        AS_IF([head -n 1 "$TUNEDX_DECISION" | grep '^/\* tunedx-decision 1:' > /dev/null],
            [],
            [AC_MSG_ERROR([--with-decision: $TUNEDX_DECISION is not a decision for this version; expected a file that begins with "/* tunedx-decision 1:", as ./tunedx codegen RULES -o FILE.c writes it.])])
    ])
    AC_SUBST([TUNEDX_DECISION])
])
