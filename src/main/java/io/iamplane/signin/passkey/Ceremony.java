package io.iamplane.signin.passkey;

/** The two uses of an authenticator; a challenge of one does not count in the other. */
enum Ceremony {
  ENROLMENT,
  SIGN_IN
}
