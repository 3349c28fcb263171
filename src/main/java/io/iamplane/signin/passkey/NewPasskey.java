package io.iamplane.signin.passkey;

/**
 * A new passkey from a verified response, with the attested credential data (Web Authentication,
 * section 6.5.1).
 */
record NewPasskey(
    byte[] credentialId,
    byte[] credential,
    long signCount,
    boolean backupEligible,
    boolean backedUp) {}
