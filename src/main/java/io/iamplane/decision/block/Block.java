package io.iamplane.decision.block;

import io.iamplane.shared.OrganizationId;
import java.util.UUID;

/**
 * Decisions of one tenant in one minute, in the order of their ids.
 *
 * @param id the first decision's
 * @param lastId the last decision's
 * @param decisions how many there are
 * @param denied how many of them are denials, not counting those that a higher assurance would
 *     allow
 * @param stepUp how many would be allowed at a higher assurance
 * @param filter what {@link BlockFilter} says is in it
 * @param body the records, one JSON object for each line, deflated (RFC 1951)
 * @param root the root of the tree over the records (RFC 6962, section 2.1), 32 bytes
 */
public record Block(
    OrganizationId organization,
    UUID id,
    UUID lastId,
    int decisions,
    int denied,
    int stepUp,
    byte[] filter,
    byte[] body,
    byte[] root) {}
