# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# make install DESTDIR=... puts the plugin in one place, the command and its
# manual page in theirs, and make uninstall leaves nothing.
. "${srcdir:?}/test/build/tap.sh"

root=$PWD/test/build/install.tmp
trap 'rm -rf "$root"' EXIT
rm -rf "$root"

run_make()
{
    # Not this make's: its flags and job server would get in the way.
    MAKEFLAGS='' MFLAGS='' "${MAKE:-make}" "$@" DESTDIR="$root"
}

installed()
{
    [ "$(find "$root" -name 'mca_coll_tunedx.so' | wc -l)" = 1 ] || {
        find "$root"
        return 1
    }
}

# The command runs from where it is.  Without scdoc a checkout has no page.
command_installed()
{
    pages=0
    if [ -f doc/tunedx.1 ] || [ -f "$srcdir/doc/tunedx.1" ]; then
        pages=1
    fi
    [ "$(find "$root" -path '*/man1/tunedx.1' | wc -l)" = "$pages" ] &&
        [ "$(find "$root" -path '*/completions/tunedx' | wc -l)" = 1 ] &&
        "$(find "$root" -path '*/bin/tunedx')" --version
}

nothing_left()
{
    nothing "$(find "$root" ! -type d)"
}

check "make install" run_make install
check "the plugin is there, once" installed
check "the command and its manual page are there" command_installed
check "make uninstall" run_make uninstall
check "nothing is left" nothing_left
finish
