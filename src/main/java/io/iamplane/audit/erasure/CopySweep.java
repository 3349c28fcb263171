package io.iamplane.audit.erasure;

import io.iamplane.audit.erasure.CopyStore.Position;
import io.iamplane.database.Transactions;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Removes a person's names from the copies of free text, a portion of a table in a transaction,
 * without the lock of the tenant's version. A portion that was done does nothing the next time, so
 * that an interrupted erasure is simply repeated.
 */
@Singleton
class CopySweep {

  private static final Set<String> OWN_NAMES = Set.of("name", "email", "external_id");

  private static final UUID FIRST = new UUID(0, 0);

  private final CopyStore store;
  private final Transactions transactions;
  private final Walk walk;

  CopySweep(CopyStore store, Transactions transactions, Walk walk) {
    this.store = store;
    this.transactions = transactions;
    this.walk = walk;
  }

  /**
   * The scope of a search for copies.
   *
   * @param subject the person; their own images are erased as a whole, elsewhere
   * @param kept targets that name the person in the present policy: their history stays, so that a
   *     replica that applies it late reaches the same state as the others
   */
  record Search(
      OrganizationId organization,
      SubjectRef subject,
      PersonNames names,
      Blanking blanking,
      Set<String> kept) {

    Search keeping(Set<String> targets) {
      return new Search(organization, subject, names, blanking, targets);
    }
  }

  /** Copies that number records: values beside the chain, and announcements. */
  int records(Search search, Range range) {
    if (range.isEmpty()) {
      return 0;
    }
    return walk.all(range, (from, rows) -> transactions.call(() -> messages(search, from, rows)))
        + walk.all(
            new Position(range.after() + 1, ""),
            (from, rows) -> transactions.call(() -> values(search, from, range, rows)));
  }

  private Walk.Portion<Position> values(Search search, Position from, Range range, int rows) {
    List<CopyStore.Value> read =
        store.values(search.organization(), from, range.through(), search.names().patterns(), rows);
    List<CopyStore.Value> found =
        read.stream()
            .filter(value -> value.value() != null && search.names().in(value.value()))
            .filter(value -> !value.subject().equals(search.subject().toString()))
            .filter(value -> !isOwnName(value))
            .toList();
    store.delete(search.organization(), found);
    return new Walk.Portion<>(
        found.size(),
        read.size() < rows ? null : new Position(read.getLast().seq(), read.getLast().path()));
  }

  /** Another person's name is that person's, even if it is the same. */
  private static boolean isOwnName(CopyStore.Value value) {
    return value.subject().startsWith(SubjectRef.USER + ":")
        && OWN_NAMES.contains(value.path().substring(value.path().lastIndexOf('/') + 1));
  }

  private Walk.Portion<Range> messages(Search search, Range range, int rows) {
    List<CopyStore.Message> blanked =
        store.messages(search.organization(), range.first(rows), search.names().patterns()).stream()
            .filter(message -> search.names().in(message.body()))
            .map(message -> message.with(search.blanking().event(message.body(), search.names())))
            .flatMap(Optional::stream)
            .toList();
    store.blankMessages(search.organization(), blanked);
    return new Walk.Portion<>(blanked.size(), range.beyond(rows));
  }

  int versions(Search search, Range range) {
    if (range.isEmpty()) {
      return 0;
    }
    return walk.all(
        new Position(range.after() + 1, "-1"),
        (from, rows) -> transactions.call(() -> images(search, from, range, rows)));
  }

  private Walk.Portion<Position> images(Search search, Position from, Range range, int rows) {
    List<CopyStore.Images> read =
        store.images(search.organization(), from, range.through(), search.names().patterns(), rows);
    List<CopyStore.Images> blanked =
        read.stream()
            .filter(images -> !search.kept().contains(target(images)))
            .filter(images -> !target(images).equals(search.subject().toString()))
            .map(images -> blank(search, images))
            .filter(images -> images != null)
            .toList();
    store.blankImages(search.organization(), blanked);
    return new Walk.Portion<>(
        blanked.size(),
        read.size() < rows
            ? null
            : new Position(read.getLast().version(), String.valueOf(read.getLast().ordinal())));
  }

  private static CopyStore.@Nullable Images blank(Search search, CopyStore.Images images) {
    String type = images.targetType();
    String before = search.blanking().image(images.before(), type, search.names());
    String after = search.blanking().image(images.after(), type, search.names());
    boolean same = Objects.equals(before, images.before()) && Objects.equals(after, images.after());
    return same
        ? null
        : new CopyStore.Images(
            images.version(), images.ordinal(), type, images.targetId(), before, after);
  }

  private static String target(CopyStore.Images images) {
    return images.targetType() + ":" + images.targetId();
  }

  /** Answers and errors of receivers, as kept with deliveries. */
  int deliveries(Search search) {
    return transactions.call(() -> store.webhooks(search.organization())).stream()
        .mapToInt(
            webhook -> walk.all(FIRST, (from, rows) -> deliveries(search, webhook, from, rows)))
        .sum();
  }

  /** Each is blanked in a transaction of its own: a worker waits for one of them at most. */
  private Walk.Portion<UUID> deliveries(Search search, UUID webhook, UUID from, int rows) {
    List<CopyStore.DeliveryRow> read =
        transactions.call(() -> store.deliveries(webhook, from, rows, search.names().patterns()));
    int blanked = read.stream().mapToInt(row -> delivery(search, row)).sum();
    return new Walk.Portion<>(blanked, read.size() < rows ? null : read.getLast().id());
  }

  private int delivery(Search search, CopyStore.DeliveryRow row) {
    String attempts = row.attempts();
    if (attempts == null || !(search.names().in(attempts) || search.names().in(row.lastError()))) {
      return 0;
    }
    String error = search.names().in(row.lastError()) ? "(erased)" : row.lastError();
    return transactions.call(() ->
        store.blankDelivery(row, search.blanking().attempts(attempts, search.names()), error));
  }
}
