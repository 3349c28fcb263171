package io.iamplane.decision.block;

import io.iamplane.shared.OrganizationId;
import java.util.UUID;

/**
 * Decisions of one tenant in one minute, in the order of their ids.
 *
 * @param id the first decision's
 * @param lastId the last decision's
 * @param decisions the number of decisions
 * @param denied the number of denials, without those that a higher assurance would lift
 * @param stepUp the number of denials that a higher assurance would lift
 * @param filter the {@link BlockFilter} over its names
 * @param body the records as {@link RecordEncoder} writes them, deflated (RFC 1951)
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
