package io.iamplane.signin;

import io.iamplane.shared.OrganizationId;
import java.util.UUID;

/**
 * A session's end, for one client.
 *
 * @param tries the attempts so far
 */
record LogoutMessage(
    UUID id, OrganizationId organization, String clientId, UUID session, int tries) {}
