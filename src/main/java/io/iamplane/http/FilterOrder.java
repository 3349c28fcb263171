package io.iamplane.http;

/** The order of the filters: cheap ones that refuse most come first. */
final class FilterOrder {

  static final int IDENTITY = 100;
  static final int REQUEST_LINE = 250;
  static final int AUTHENTICATION = 300;
  static final int RATE_LIMIT = 400;

  /** The first one after the operation is known: the framework puts it before its own. */
  static final int THREAD = 450;

  static final int PERMISSION = 500;
  static final int PARAMETERS = 600;
  static final int BODY = 700;
  static final int HAND_OVER = 800;

  private FilterOrder() {}
}
