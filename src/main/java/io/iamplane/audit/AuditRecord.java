package io.iamplane.audit;

/**
 * An entry that has its place in the chain.
 *
 * @param seq its number within the organization, from 1, without gaps
 * @param canonical the text that was hashed
 */
public record AuditRecord(
    AuditEntry entry, long seq, String canonical, byte[] previousHash, byte[] hash) {}
