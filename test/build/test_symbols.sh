# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# Open MPI opens plugins with RTLD_GLOBAL and RTLD_LAZY.  So the plugin exports
# the one symbol that Open MPI looks up, and needs none that is not there.
. "${srcdir:?}/test/build/tap.sh"

plugin=plugin/mca_coll_tunedx.so

# The sanitizers add names of their own, which all begin with two underscores.
exports()
{
    nothing "$(nm -D --defined-only "$plugin" | awk '
        $3 == "mca_coll_tunedx_component" { found = 1; next }
        $3 !~ /^__/ { print "exported as well: " $3 }
        END { if (!found) print "mca_coll_tunedx_component is not exported" }')"
}

needs()
{
    nothing "$(ldd -r "$plugin" 2>&1 | grep -E 'undefined symbol|not found' |
        grep -v -E '__(asan|ubsan)_')"
}

check "exports nothing but its component structure" exports
check "finds every symbol that it needs" needs
finish
