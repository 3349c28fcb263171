package io.iamplane.governance.anomaly;

import io.iamplane.shared.WireName;

public enum SignalType implements WireName {
  /** More denials of a subject, or of the whole organization, than their past explains. */
  DENIAL_SPIKE,
  /** A privileged permission, used for the first time. */
  FIRST_USE_OF_PRIVILEGED,
  /** A subject that was not seen for long. */
  DORMANT_SUBJECT_ACTIVE,
  /** Permissions that neither the subject nor its peers use. */
  PEER_OUTLIER,
  /** An hour of the week in which the subject never worked. */
  OFF_HOURS,
  /** Many more decisions within five minutes than on any day before. */
  RATE_SPIKE,
  /** Many more changes by one hand than usual. */
  MASS_CHANGE,
  BREAK_GLASS,
  /** A refresh token was used a second time: a copy of it is in other hands. */
  REFRESH_TOKEN_REUSED,
  /** A code came a second time, or a passkey's counter went back: there may be a copy of it. */
  CREDENTIAL_REUSED,
  /** Sign-ins of a person were refused again and again, by requests that had a credential. */
  SIGN_IN_REFUSED
}
