package io.iamplane.grant.load;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.database.TransactionTimeoutException;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.Ahead;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Doing;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Ticker;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Writes lines in portions, each a change of its own, whole or not at all: as many lines as are
 * written in {@link #TIME}, {@value #MOST} at most. The rest of a transaction's time is for the
 * next steps: the guards, the audit records, the messages. A portion that still takes too long is
 * tried again in smaller ones.
 */
@Singleton
class Portions {

  static final int MOST = RelationService.MAX_BATCH;
  static final Duration TIME = Duration.ofSeconds(2);

  /** Lines are read so many at a time: portions are whole packs. */
  private static final int PACK = MOST / 4;

  /** A portion that took too long is cut into so many. */
  private static final int SHARE = 4;

  private final Changes changes;
  private final PortionStore store;
  private final Ticker ticker;

  Portions(Changes changes, PortionStore store, Ticker ticker) {
    this.changes = changes;
    this.store = store;
    this.ticker = ticker;
  }

  /**
   * Lines of one kind.
   *
   * @param all read by another thread as they are written: memory holds not much more than a
   *     portion
   * @param step the number of lines, of the rest of a portion, to write before the time is checked
   * @param write names faults by their place in its list
   * @param again returns true if a refused portion must be tried again, because it will be written
   *     differently
   */
  record Lines<T>(
      String array,
      Iterable<T> all,
      ToIntFunction<List<T>> step,
      BiConsumer<Recording, List<T>> write,
      Predicate<IamException> again) {}

  /** A portion was refused, or failed; those before it are written. */
  static final class Stopped extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String array;
    private final int written;
    private final RuntimeException reason;

    private Stopped(String array, int written, RuntimeException reason) {
      super(reason);
      this.array = array;
      this.written = written;
      this.reason = reason;
    }

    boolean isOf(String name) {
      return array.equals(name);
    }

    int written() {
      return written;
    }

    /** An {@link IamException} when it was refused. */
    RuntimeException reason() {
      return reason;
    }
  }

  /**
   * Writes all lines, and returns their number.
   *
   * @throws Stopped at the first portion that is refused or fails, or cannot be read
   */
  <T> int write(Caller caller, OrganizationId organization, Lines<T> lines) {
    Stream<List<T>> packs =
        StreamSupport.stream(lines.all().spliterator(), false).gather(Gatherers.windowFixed(PACK));
    try (Ahead<List<T>> ahead = new Ahead<>(packs.iterator())) {
      return write(caller, organization, lines, ahead);
    }
  }

  private <T> int write(
      Caller caller, OrganizationId organization, Lines<T> lines, Iterator<List<T>> packs) {
    int written = 0;
    int most = MOST;
    List<T> held = new ArrayList<>(MOST);
    while (true) {
      int first = written;
      try {
        fill(held, packs);
        if (held.isEmpty()) {
          return written;
        }
        List<T> portion = held.subList(0, Math.min(most, held.size()));
        int done =
            changes.record(
                Change.policy(
                    caller, organization, recording -> portion(recording, lines, portion, first)));
        held.subList(0, done).clear();
        written += done;
        Doing.reached(written, lines.array());
      } catch (IamException e) {
        if (lines.again().test(e)) {
          continue;
        }
        int tried = Math.min(most, held.size());
        if (tried <= 1 || !(e.getCause() instanceof TransactionTimeoutException)) {
          throw new Stopped(lines.array(), written, e);
        }
        most = Math.max(1, tried / SHARE);
      } catch (RuntimeException e) {
        throw new Stopped(lines.array(), written, e);
      }
    }
  }

  private static <T> void fill(List<T> held, Iterator<List<T>> packs) {
    while (held.size() < MOST && packs.hasNext()) {
      held.addAll(packs.next());
    }
  }

  /** Writes lines until the last or until the time is over; how many. */
  private <T> int portion(Recording recording, Lines<T> lines, List<T> portion, int first) {
    store.findByKey(recording);
    long until = ticker.nanos() + TIME.toNanos();
    int at = 0;
    do {
      List<T> left = portion.subList(at, portion.size());
      int next = at + Math.min(lines.step().applyAsInt(left), left.size());
      try {
        lines.write().accept(recording, portion.subList(at, next));
      } catch (IamException e) {
        throw Places.moved(e, lines.array(), first + at);
      }
      at = next;
    } while (at < portion.size() && ticker.nanos() - until < 0);
    return at;
  }
}
