package io.iamplane.change;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;

/**
 * Finds the single tokens of an organization that were revoked, for its next change. Their number
 * is limited: a revocation beyond it ends all tokens of the client or the organization, which takes
 * one entry.
 */
@Singleton
public class RevokedTokenQuery {

  /** For one client; at the token endpoint's usual ceiling, an address takes 7,200 in two hours. */
  static final int MOST_OF_A_CLIENT = 2_000;

  /** All clients of an organization together; a few megabytes in memory. */
  static final int MOST = 10_000;

  private final Sql sql;

  RevokedTokenQuery(Sql sql) {
    this.sql = sql;
  }

  public boolean isRevoked(OrganizationId organization, TokenHolder token) {
    return sql.first(
            "SELECT 1 FROM iam_ended_tokens WHERE organization_id = ? AND holder = ?",
            row -> true,
            organization.value(),
            token.text())
        .isPresent();
  }

  /** Returns true if there is room for one more single token of a client. */
  public boolean haveRoom(OrganizationId organization, String clientId) {
    return !isFull(organization, TokenHolder.tokensOf(clientId), MOST_OF_A_CLIENT)
        && !isFull(organization, TokenHolder.TOKEN, MOST);
  }

  /** A slash ends each beginning, and the next character is a zero. */
  private boolean isFull(OrganizationId organization, String beginning, int most) {
    String end = beginning.substring(0, beginning.length() - 1) + "0";
    return sql.first(
            """
            SELECT 1 FROM iam_ended_tokens
            WHERE organization_id = ? AND holder >= ? AND holder < ? OFFSET ? LIMIT 1
            """,
            row -> true,
            organization.value(),
            beginning,
            end,
            most - 1)
        .isPresent();
  }
}
