/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * tunedx: shows what the plugin would do, without MPI.
 */
#include "tools/tunedx.h"

#include "decision/generated.h"
#include "tools/command.h"
#include "tunedx_config.h"

#include <signal.h>
#include <string.h>

static const char help[] =
    "usage: tunedx COMMAND [ARGUMENT]...\n"
    "\n"
    "Shows the algorithms of tunedx and makes rules for them; needs no MPI.\n"
    "\n"
    "  tunedx list [COLLECTIVE]           the algorithms there are\n"
    "  tunedx draw COLLECTIVE [METHOD]    the schedule of a call, as text or\n"
    "                                     as a picture (SVG)\n"
    "  tunedx explain COLLECTIVE          which method serves a call, and why\n"
    "  tunedx show COLLECTIVE             what the rules decide, as a map\n"
    "  tunedx profile show FILE...        what programs call\n"
    "  tunedx convert FILE                a rules file in another format\n"
    "  tunedx diff FILE FILE              what two rules files decide "
    "differently\n"
    "  tunedx lint FILE...                what is wrong with rules files\n"
    "  tunedx map MEASUREMENTS            which method is best where; "
    "simulates\n"
    "                                     measurements as well\n"
    "  tunedx build MEASUREMENTS          rules, by a tree for each map\n"
    "  tunedx stats MEASUREMENTS [RULES]  what trees and rules lose\n"
    "  tunedx codegen RULES               a rules file as C, for the plugin\n"
    "  tunedx report RESULTS...           what benchmarks say: text or a page\n"
    "  tunedx COMMAND --help              the options of a command\n"
    "  tunedx --version\n"
    "\n"
    "Exit status: 0; 1 if something failed; 2 if an argument is refused.\n";

typedef struct subcommand {
    const char *name;
    int (*run)(int argc, char **argv);
} subcommand_t;

static const subcommand_t subcommands[] = {
    {"build", tool_build},     {"codegen", tool_codegen},
    {"convert", tool_convert}, {"diff", tool_diff},
    {"draw", tool_draw},       {"explain", tool_explain},
    {"lint", tool_lint},       {"list", tool_list},
    {"map", tool_map},         {"profile", tool_profile},
    {"report", tool_report},   {"show", tool_show},
    {"stats", tool_stats},
};

enum { SUBCOMMANDS = sizeof subcommands / sizeof subcommands[0] };

static int print(const char *text)
{
    fputs(text, stdout);
    return tool_close("tunedx", NULL, stdout);
}

static int print_version(void)
{
    printf("tunedx " TUNEDX_VERSION "\n");
    if (tunedx_generated.count > 0) {
        printf("decision %s (from %s, digest %s)\n", tunedx_generated.file,
               tunedx_generated.rules, tunedx_generated.digest);
    }
    return tool_close("tunedx", NULL, stdout);
}

static bool is_option(const char *word, const char *name, const char *letter)
{
    return strcmp(word, name) == 0 || strcmp(word, letter) == 0;
}

int main(int argc, char **argv)
{
    tunedx_choices_t choices = {.count = 0};

#ifdef SIGPIPE
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is reported like a full disk */
#endif
    if (argc < 2) {
        fputs("tunedx: a command is missing; expected one of those that tunedx "
              "--help lists\n",
              stderr);
        return TOOL_USAGE;
    }
    if (is_option(argv[1], "--help", "-h")) {
        return print(help);
    }
    if (is_option(argv[1], "--version", "-V")) {
        return print_version();
    }
    for (int i = 0; i < SUBCOMMANDS; i++) {
        if (strcmp(argv[1], subcommands[i].name) == 0) {
            return subcommands[i].run(argc - 1, argv + 1);
        }
        tunedx_choices_add(&choices, subcommands[i].name);
    }
    return tool_refuse_word("tunedx", "command", argv[1], &choices);
}
