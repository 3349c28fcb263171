package io.iamplane.signin;

import java.util.Locale;

/** The kinds of random secrets that are looked up; none counts as another. */
public enum SecretKind {
  SESSION,
  CODE,
  /** The part of a refresh token that all tokens of a family have. */
  FAMILY,
  PUSHED_REQUEST,
  INVITATION;

  /** The place that a mark is bound to. */
  String context() {
    return "random-secret:" + name().toLowerCase(Locale.ROOT);
  }
}
