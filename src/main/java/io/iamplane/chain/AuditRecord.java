package io.iamplane.chain;

import java.util.List;

/**
 * An entry that has its place in the chain.
 *
 * @param seq its number within the organization, from 1, without gaps
 * @param canonical the text that was hashed
 * @param personal the values that the text holds as digests only
 */
public record AuditRecord(
    AuditEntry entry,
    long seq,
    String canonical,
    List<PersonalValue> personal,
    byte[] previousHash,
    byte[] hash) {}
