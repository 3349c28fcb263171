package io.iamplane.directory.client;

import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Remembers which accounts control which: the creator of a client, its secret or its keys knows the
 * account's credential, and so do the accounts that control that creator. A credential that an
 * independent account replaces at once ends the control of earlier ones. An account made by an
 * operator is controlled by no account.
 */
@Singleton
public class AccountControl {

  /** An account and its controllers, at any remove; takes the account and the organization. */
  static final String CONTROLLERS =
      """
      WITH RECURSIVE up AS (
        SELECT ?::text COLLATE "C" AS account
        UNION
        SELECT unnest(c.controllers) FROM up JOIN iam_clients c
          ON c.subject_type = split_part(up.account, ':', 1)
            AND c.subject_id = substr(up.account, strpos(up.account, ':') + 1)
        WHERE c.organization_id = ?)
      SELECT account FROM up
      """;

  /**
   * Accounts that one of some controls, at any remove; takes the controllers, the organization, the
   * controllers and a limit, beyond which no row is read.
   */
  static final String CONTROLLED =
      """
      WITH RECURSIVE down AS (
        SELECT unnest(?::text[]) COLLATE "C" AS account
        UNION
        SELECT (c.subject_type || ':' || c.subject_id) COLLATE "C" FROM down JOIN iam_clients c
          ON c.controllers @> ARRAY[down.account]
        WHERE c.organization_id = ?)
      SELECT account FROM down WHERE account <> ALL (?::text[]) LIMIT ?
      """;

  /** The given accounts that one of the controllers is, or controls at any remove. */
  static final String CONTROLLED_BY =
      """
      WITH RECURSIVE up AS (
        SELECT asked.account COLLATE "C", asked.account COLLATE "C" AS controller
        FROM unnest(?::text[]) AS asked (account)
        UNION
        SELECT up.account, unnest(c.controllers) FROM up JOIN iam_clients c
          ON c.subject_type = split_part(up.controller, ':', 1)
            AND c.subject_id = substr(up.controller, strpos(up.controller, ':') + 1)
        WHERE c.organization_id = ?)
      SELECT DISTINCT account FROM up WHERE controller = ANY (?::text[])
      """;

  private final Sql sql;
  private final ClientStore store;

  AccountControl(Sql sql, ClientStore store) {
    this.sql = sql;
    this.store = store;
  }

  /** An account and those that control it, at any remove. */
  public Set<SubjectRef> controllers(OrganizationId organization, SubjectRef account) {
    return new LinkedHashSet<>(
        sql.list(CONTROLLERS, AccountControl::account, account.toString(), organization.value()));
  }

  /** Accounts that one of some controls, at any remove, without those themselves. */
  public List<SubjectRef> controlled(
      OrganizationId organization, Collection<SubjectRef> controllers, int limit) {
    String[] from = texts(controllers);
    return sql.list(CONTROLLED, AccountControl::account, from, organization.value(), from, limit);
  }

  /** Finds the accounts that one of the controllers controls, at any remove, by one question. */
  public Set<SubjectRef> controlledBy(
      OrganizationId organization,
      Collection<SubjectRef> accounts,
      Collection<SubjectRef> controllers) {
    return new LinkedHashSet<>(
        sql.list(
            CONTROLLED_BY,
            AccountControl::account,
            texts(accounts),
            organization.value(),
            texts(controllers)));
  }

  /** Returns true if two accounts have a common controller; each counts as its own. */
  public boolean isOneHand(OrganizationId organization, SubjectRef one, SubjectRef other) {
    Set<SubjectRef> both = controllers(organization, one);
    both.retainAll(controllers(organization, other));
    return !both.isEmpty();
  }

  /**
   * Records the creator of a credential.
   *
   * @param atOnce true if no earlier credential works any more
   */
  void made(Recording recording, Client client, boolean atOnce) {
    Set<SubjectRef> before = new LinkedHashSet<>(stored(recording.organization(), client));
    Set<SubjectRef> now = makers(recording.organization(), recording.caller());
    Set<SubjectRef> hand = new LinkedHashSet<>(before);
    hand.add(client.subject());
    hand.retainAll(now);
    if (!atOnce || !hand.isEmpty()) {
      now.addAll(before);
    }
    now.remove(client.subject());
    if (!now.equals(before)) {
      store.control(recording, client.clientId(), texts(now));
    }
  }

  private Set<SubjectRef> makers(OrganizationId organization, Caller caller) {
    return caller.clientId() == null
        ? new LinkedHashSet<>()
        : controllers(organization, caller.subject());
  }

  private List<SubjectRef> stored(OrganizationId organization, Client client) {
    return sql.list(
        """
        SELECT unnest(controllers) AS account FROM iam_clients
        WHERE organization_id = ? AND client_id = ?
        """,
        AccountControl::account,
        organization.value(),
        client.clientId());
  }

  private static SubjectRef account(ResultSet row) throws SQLException {
    String[] parts = row.getString("account").split(":", 2);
    return new SubjectRef(parts[0], parts[1]);
  }

  private static String[] texts(Collection<SubjectRef> accounts) {
    return accounts.stream().map(SubjectRef::toString).toArray(String[]::new);
  }
}
