package io.iamplane.change;

import io.iamplane.database.Sql;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;

/**
 * Which single tokens of an organization have ended, as its next change finds them. So many are
 * remembered one by one and no more: what a client or an organization revokes beyond that ends all
 * that the client has, which is one thing to remember.
 */
@Singleton
public class RevokedTokenQuery {

  /**
   * Of one client; at the token endpoint's usual ceiling, two hours from one address take 7,200.
   */
  static final int MOST_OF_A_CLIENT = 2_000;

  /** Of all clients of an organization, a few megabytes in memory. */
  static final int MOST = 10_000;

  private final Sql sql;

  RevokedTokenQuery(Sql sql) {
    this.sql = sql;
  }

  /** Whether a token was revoked by its name before. */
  public boolean isRevoked(OrganizationId organization, TokenHolder token) {
    return sql.first(
            "SELECT 1 FROM iam_ended_tokens WHERE organization_id = ? AND holder = ?",
            row -> true,
            organization.value(),
            token.text())
        .isPresent();
  }

  /** Whether one more token of a client can be remembered by its name. */
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
