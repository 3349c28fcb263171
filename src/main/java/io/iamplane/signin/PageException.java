package io.iamplane.signin;

import io.iamplane.token.FormText;

/** A refusal that a page shows, since no URL is known to be safe to return to. */
public final class PageException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final PageText text;

  public PageException(int status, PageText text) {
    super(text.in(PageLanguage.ENGLISH), null, false, false);
    this.status = status;
    this.text = text;
  }

  /** The refusal of a form or a query. */
  static PageException of(FormText.InvalidFormException e) {
    return new PageException(
        400, e.isRepetition() ? PageText.PARAMETER_TWICE : PageText.FORM_BROKEN);
  }

  int status() {
    return status;
  }

  PageText text() {
    return text;
  }
}
