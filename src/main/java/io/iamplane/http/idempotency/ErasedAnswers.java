package io.iamplane.http.idempotency;

import io.iamplane.audit.erasure.ErasableCopies;
import io.iamplane.audit.erasure.PersonNames;
import io.iamplane.database.Transactions;
import io.iamplane.key.seal.SecretBox;
import io.iamplane.key.seal.UnsealException;
import io.iamplane.shared.OrganizationId;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Erases the stored answers that name a person, and no others. The key stays known under a
 * pseudonym: a repeated request is refused, not carried out again.
 */
@Singleton
class ErasedAnswers implements ErasableCopies {

  private static final Logger LOG = Logger.getLogger(ErasedAnswers.class);

  private final IdempotencyStore store;
  private final SecretBox secrets;
  private final Transactions transactions;

  ErasedAnswers(IdempotencyStore store, SecretBox secrets, Transactions transactions) {
    this.store = store;
    this.secrets = secrets;
    this.transactions = transactions;
  }

  /** Binds a sealed answer to its row, together with the key. */
  static String place(OrganizationId organization, String actor) {
    return "iam_idempotent_answers/" + organization + '/' + actor + '/';
  }

  @Override
  public int erase(OrganizationId organization, PersonNames names, Instant since) {
    int erased = 0;
    String actor = "";
    String key = "";
    List<IdempotencyStore.Placed> portion;
    while (!(portion = portion(organization, actor, key, since)).isEmpty()) {
      List<IdempotencyStore.Placed> named =
          portion.stream().filter(row -> names(organization, row, names)).toList();
      erased += transactions.call(() -> forget(organization, named));
      actor = portion.getLast().actor();
      key = portion.getLast().key();
    }
    return erased;
  }

  private List<IdempotencyStore.Placed> portion(
      OrganizationId organization, String actor, String key, Instant since) {
    return transactions.call(() -> store.after(organization, actor, key, since));
  }

  private int forget(OrganizationId organization, List<IdempotencyStore.Placed> rows) {
    int erased = 0;
    for (IdempotencyStore.Placed row : rows) {
      String place = place(organization, row.actor());
      erased += store.erase(organization, row, secrets.pseudonyms(row.key(), place).getFirst());
    }
    return erased;
  }

  /**
   * Returns true if the answer names the person, or if it fails to decrypt: then it may name
   * anyone, and cannot be replayed anyway.
   */
  private boolean names(
      OrganizationId organization, IdempotencyStore.Placed row, PersonNames names) {
    try {
      byte[] answer = secrets.open(row.answer(), place(organization, row.actor()) + row.key());
      return names.in(row.key()) || names.in(new String(answer, StandardCharsets.UTF_8));
    } catch (UnsealException e) {
      LOG.debugf("could not decrypt a stored response: %s", e.getMessage());
      return true;
    }
  }
}
