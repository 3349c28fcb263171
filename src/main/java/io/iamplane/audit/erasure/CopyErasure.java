package io.iamplane.audit.erasure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.directory.user.User;
import io.iamplane.shared.OrganizationId;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Erases the copies of free text about a person. The bulk is done before the recorded erasure,
 * without its lock, and then the texts written meanwhile; inside it only the texts of the last
 * moments are left.
 */
@Singleton
class CopyErasure {

  /** Allows for late commits: longer than a transaction lasts. */
  private static final Duration LATE = Duration.ofMinutes(1);

  /** Records that are looked through under the lock in a moment. */
  static final int FEW = 200;

  private final CopyStore store;
  private final CopySweep sweep;
  private final RemainderReader remainders;
  private final List<ErasableCopies> others;
  private final ObjectMapper mapper;
  private final Clock clock;

  CopyErasure(
      CopyStore store,
      CopySweep sweep,
      RemainderReader remainders,
      @All List<ErasableCopies> others,
      ObjectMapper mapper,
      Clock clock) {
    this.store = store;
    this.sweep = sweep;
    this.remainders = remainders;
    this.others = others;
    this.mapper = mapper;
    this.clock = clock;
  }

  /**
   * The copies found before anything was changed.
   *
   * @param seq the last examined record
   * @param version the last examined version
   * @param since texts written from this time on are examined again
   * @param grants the grants with own texts that name the person
   */
  record Found(
      CopySweep.Search search,
      Remainder remainder,
      long seq,
      long version,
      Instant since,
      List<UUID> grants) {

    Found with(CopySweep.Search again, Remainder remaining) {
      return new Found(again, remaining, seq, version, since, grants);
    }
  }

  /** Looks where the person is named; changes nothing. */
  Found look(OrganizationId organization, User user) {
    Instant since = clock.instant().minus(LATE);
    PersonNames names = PersonNames.of(user, formerNames(organization, user));
    long seq = store.lastSeq(organization);
    long version = store.lastVersion(organization);
    Remainder remainder = new Remainder();
    List<UUID> grants = List.of();
    if (!names.isEmpty()) {
      remainders.live(organization, user.subject(), names, remainder);
      remainders.records(organization, new Range(0, seq), names, remainder);
      grants = store.grants(organization, names.patterns());
    }
    CopySweep.Search search =
        new CopySweep.Search(
            organization, user.subject(), names, new Blanking(mapper, user), remainder.targets());
    return new Found(search, remainder, seq, version, since, grants);
  }

  private List<String> formerNames(OrganizationId organization, User user) {
    return store.formerNames(organization, user.subject().toString()).stream()
        .map(this::text)
        .toList();
  }

  private String text(String json) {
    try {
      return mapper.readTree(json).asText();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a stored personal value is not valid JSON", e);
    }
  }

  /**
   * The progress of an erasure.
   *
   * @param found as if it had been looked for only now; for live rows, a moment before
   * @param copies the number of erased ones
   */
  record Swept(Found found, int copies) {}

  /** Erases the copies that were found, in portions, and those that were written meanwhile. */
  Swept sweep(Found found) {
    CopySweep.Search search = found.search();
    int copies = others(search, Instant.EPOCH);
    if (search.names().isEmpty()) {
      return new Swept(found, copies);
    }
    return caughtUp(
        new Swept(
            found,
            copies
                + sweep.records(search, new Range(0, found.seq()))
                + sweep.versions(search, new Range(0, found.version()))
                + sweep.deliveries(search)));
  }

  /** Until few are left, or others write as fast as this erases. */
  private Swept caughtUp(Swept swept) {
    Swept reached = swept;
    long before = Long.MAX_VALUE;
    long left = left(reached);
    while (left > FEW && left < before) {
      reached = advance(lookedAgain(reached));
      before = left;
      left = left(reached);
    }
    return lookedAgain(reached);
  }

  /** Looks again for live rows that name the person: their history must stay as it is. */
  private Swept lookedAgain(Swept swept) {
    Found found = swept.found();
    CopySweep.Search search = found.search();
    Remainder remainder = found.remainder().ofRecords();
    remainders.live(search.organization(), search.subject(), search.names(), remainder);
    return new Swept(found.with(search.keeping(remainder.targets()), remainder), swept.copies());
  }

  private long left(Swept swept) {
    Found found = swept.found();
    return store.lastSeq(found.search().organization()) - found.seq();
  }

  /** Erases the copies written since the search. */
  Swept finish(Found found) {
    return advance(new Swept(found, 0));
  }

  private Swept advance(Swept swept) {
    Found found = swept.found();
    CopySweep.Search search = found.search();
    OrganizationId organization = search.organization();
    PersonNames names = search.names();
    Instant since = clock.instant().minus(LATE);
    Range records = new Range(found.seq(), store.lastSeq(organization));
    Range versions = new Range(found.version(), store.lastVersion(organization));
    int copies = swept.copies() + others(search, found.since());
    if (names.isEmpty()) {
      return new Swept(found, copies);
    }
    Remainder remainder = found.remainder().copy();
    remainders.records(organization, records, names, remainder);
    List<UUID> grants =
        Stream.concat(
                found.grants().stream(),
                store.changedGrants(organization, versions, names.patterns()).stream())
            .distinct()
            .toList();
    return new Swept(
        new Found(search, remainder, records.through(), versions.through(), since, grants),
        copies + sweep.records(search, records) + sweep.versions(search, versions));
  }

  /**
   * Erases receivers' answers to events that named the person, and were sent before these were
   * erased; returns their number.
   */
  int echoes(Found found) {
    return found.search().names().isEmpty() ? 0 : sweep.deliveries(found.search());
  }

  private int others(CopySweep.Search search, Instant since) {
    PersonNames names = search.names().and(search.subject().id());
    return others.stream()
        .mapToInt(copies -> copies.erase(search.organization(), names, since))
        .sum();
  }
}
