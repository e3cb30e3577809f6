/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The subcommands of `tunedx`: argv[0] is the subcommand's name; they return
 * the exit status.
 */
#ifndef TUNEDX_TOOLS_TUNEDX_H
#define TUNEDX_TOOLS_TUNEDX_H

int tool_profile(int argc, char **argv);
int tool_report(int argc, char **argv);
int tool_list(int argc, char **argv);
int tool_codegen(int argc, char **argv);
int tool_draw(int argc, char **argv);
int tool_convert(int argc, char **argv);
int tool_diff(int argc, char **argv);
int tool_lint(int argc, char **argv);
int tool_explain(int argc, char **argv);
int tool_show(int argc, char **argv);
int tool_map(int argc, char **argv);
int tool_build(int argc, char **argv);
int tool_stats(int argc, char **argv);

#endif
