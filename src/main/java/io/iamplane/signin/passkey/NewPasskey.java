package io.iamplane.signin.passkey;

/**
 * A passkey that an authenticator has just made, and whose response was verified.
 *
 * @param credential the attested credential data (Web Authentication, section 6.5.1)
 */
record NewPasskey(
    byte[] credentialId,
    byte[] credential,
    long signCount,
    boolean backupEligible,
    boolean backedUp) {}
