/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Methods back to text, and compared.
 */
#include "decision/text.h"

static const tunedx_parameter_t *parameter_of(const tunedx_method_t *method,
                                              int index)
{
    return method->algorithm->parameters == NULL
               ? NULL
               : method->algorithm->parameters[index];
}

static void write_words(tunedx_writer_t *writer,
                        const tunedx_parameter_t *parameter, size_t list)
{
    int word;

    for (int i = 0; (word = tunedx_words_get(list, i)) >= 0; i++) {
        tunedx_write(writer, "%s%s", i == 0 ? "" : ",", parameter->words[word]);
    }
}

static void write_method(tunedx_writer_t *writer, const tunedx_method_t *method)
{
    const tunedx_parameter_t *parameter;

    tunedx_write(writer, "%s", method->algorithm->name);
    for (int i = 0; (parameter = parameter_of(method, i)) != NULL; i++) {
        const tunedx_setting_t *setting = &method->settings[i];

        if (!setting->given) {
            continue;
        }
        tunedx_write(writer, " %s=", parameter->name);
        if (parameter->kind == TUNEDX_PARAMETER_METHOD) {
            tunedx_write(writer, "(");
            write_method(writer, setting->method);
            tunedx_write(writer, ")");
        } else if (parameter->kind == TUNEDX_PARAMETER_WORDS) {
            write_words(writer, parameter, setting->number);
        } else {
            tunedx_write_number(writer, setting->number);
        }
    }
    for (int i = 0; i < TUNEDX_COMMON; i++) {
        if (method->common[i].given) {
            tunedx_write(writer, " %s=", tunedx_common[i].name);
            tunedx_write_number(writer, method->common[i].number);
        }
    }
}

size_t tunedx_method_print(const tunedx_method_t *method, char *text,
                           size_t size)
{
    tunedx_writer_t writer = tunedx_writer(text, size);

    write_method(&writer, method);
    return writer.length;
}

static bool is_setting_equal(const tunedx_parameter_t *parameter,
                             const tunedx_setting_t *a,
                             const tunedx_setting_t *b)
{
    if (!a->given || !b->given) {
        return a->given == b->given;
    }
    return parameter->kind == TUNEDX_PARAMETER_METHOD
               ? tunedx_method_equal(a->method, b->method)
               : a->number == b->number;
}

bool tunedx_method_equal(const tunedx_method_t *a, const tunedx_method_t *b)
{
    const tunedx_parameter_t *parameter;

    if (a->algorithm != b->algorithm) {
        return false;
    }
    for (int i = 0; i < TUNEDX_COMMON; i++) {
        if (!is_setting_equal(&tunedx_common[i], &a->common[i],
                              &b->common[i])) {
            return false;
        }
    }
    for (int i = 0; (parameter = parameter_of(a, i)) != NULL; i++) {
        if (!is_setting_equal(parameter, &a->settings[i], &b->settings[i])) {
            return false;
        }
    }
    return true;
}
