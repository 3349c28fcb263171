/* The locale of the environment, as lang_COUNTRY.encoding@variant, split into its parts. */
#include "svm_locale.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static svm_locale_props_t props;

static int split(const char *name, const char **language, const char **country) {
  if (name == NULL || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0 || strncmp(name, "C.", 2) == 0) {
    *language = "en";
    return 1;
  }
  char *copy = strdup(name);
  if (copy == NULL) {
    return 0;
  }
  copy[strcspn(copy, ".@")] = '\0';
  char *under = strchr(copy, '_');
  if (under != NULL) {
    *under = '\0';
    *country = under + 1;
  }
  *language = copy;
  return 1;
}

int svm_initialize_locale(void) {
  setlocale(LC_ALL, "");
  int done = split(setlocale(LC_MESSAGES, NULL), &props.display_language, &props.display_country) &&
             split(setlocale(LC_CTYPE, NULL), &props.format_language, &props.format_country);
  return done ? SVM_LOCALE_INITIALIZATION_SUCCEEDED : SVM_LOCALE_INITIALIZATION_OUT_OF_MEMORY;
}

svm_locale_props_t *svm_get_locale(void) {
  return &props;
}
