package io.iamplane.signin.passkey;

import io.iamplane.signin.SignIns;
import java.time.Instant;
import java.util.UUID;

/**
 * A passkey as it is stored.
 *
 * @param credential the attested credential data (Web Authentication, section 6.5.1)
 * @param signCount the authenticator's counter at its last use
 * @param challengedAt the time of the newest challenge that it answered
 */
record Passkey(
    UUID id,
    SignIns.Person person,
    byte[] credential,
    long signCount,
    boolean backupEligible,
    boolean backedUp,
    Instant challengedAt) {}
