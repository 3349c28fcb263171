package io.iamplane.signin;

import io.iamplane.database.GroupedCalls;
import io.iamplane.database.Transactions;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Applications as clients, read again for each request: a change counts at once on every replica.
 * Anyone may name any client, so that all concurrent questions share one statement and one
 * connection, and those of an address that failed too often wait in a small queue.
 */
@Singleton
class ApplicationClients {

  /** The form of all ids that are made here; no other text is looked for. */
  private static final Pattern ID = Pattern.compile("[a-z0-9_-]{1,64}");

  private final SignInAdmission admission;
  private final GroupedCalls<String, Optional<SignInClient>> questions;

  ApplicationClients(
      ApplicationClientQuery query, SignInAdmission admission, Transactions transactions) {
    this.admission = admission;
    this.questions =
        new GroupedCalls<>(
            transactions,
            ids -> {
              Map<String, SignInClient> found = query.findAll(new HashSet<>(ids));
              return ids.stream().map(id -> Optional.ofNullable(found.get(id))).toList();
            });
  }

  Optional<SignInClient> find(String clientId) {
    return ID.matcher(clientId).matches()
        ? admission.lookUp(() -> questions.call(clientId))
        : Optional.empty();
  }
}
