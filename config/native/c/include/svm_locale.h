#ifndef SVM_LOCALE_H
#define SVM_LOCALE_H

#define SVM_LOCALE_INITIALIZATION_SUCCEEDED 0
#define SVM_LOCALE_INITIALIZATION_OUT_OF_MEMORY 1

/* Parts of a locale as the compiler's classes expect them; a null pointer where there is none. */
typedef struct {
  const char *display_language;
  const char *display_script;
  const char *display_country;
  const char *display_variant;
  const char *format_language;
  const char *format_script;
  const char *format_country;
  const char *format_variant;
} svm_locale_props_t;

int svm_initialize_locale(void);
svm_locale_props_t *svm_get_locale(void);

#endif
