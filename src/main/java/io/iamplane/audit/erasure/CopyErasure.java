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
 * Erases the copies of what was said about a person in free text. The bulk is done before the
 * recorded erasure, without its lock; inside it only what was written meanwhile is left to do.
 */
@Singleton
class CopyErasure {

  /** What commits late was written at most this long before: longer than a transaction lasts. */
  private static final Duration LATE = Duration.ofMinutes(1);

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
   * What was found before anything was changed.
   *
   * @param seq the last record that was looked at
   * @param version the last version that was looked at
   * @param since what was written from this time on is looked at again
   * @param grants those whose own texts name the person
   */
  record Found(
      CopySweep.Search search,
      Remainder remainder,
      long seq,
      long version,
      Instant since,
      List<UUID> grants) {}

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
      throw new IllegalStateException("a personal value is not the JSON that was written", e);
    }
  }

  /** Erases the copies that were found, in portions; how many. */
  int sweep(Found found) {
    CopySweep.Search search = found.search();
    int copies = others(search, Instant.EPOCH);
    if (search.names().isEmpty()) {
      return copies;
    }
    return copies
        + sweep.records(search, new Range(0, found.seq()))
        + sweep.versions(search, new Range(0, found.version()))
        + sweep.deliveries(search);
  }

  /** Erases what was written since it was looked for; how many. */
  int finish(OrganizationId organization, Found found) {
    CopySweep.Search search = found.search();
    int copies = others(search, found.since());
    if (search.names().isEmpty()) {
      return copies;
    }
    Range records = new Range(found.seq(), store.lastSeq(organization));
    Range versions = new Range(found.version(), store.lastVersion(organization));
    remainders.records(organization, records, search.names(), found.remainder());
    return copies + sweep.records(search, records) + sweep.versions(search, versions);
  }

  /** Grants whose own texts may name the person: found before, or changed since. */
  UUID[] grants(OrganizationId organization, Found found) {
    Range since = new Range(found.version(), store.lastVersion(organization));
    return Stream.concat(found.grants().stream(), store.changedGrants(organization, since).stream())
        .toArray(UUID[]::new);
  }

  private int others(CopySweep.Search search, Instant since) {
    PersonNames names = search.names().and(search.subject().id());
    return others.stream()
        .mapToInt(copies -> copies.erase(search.organization(), names, since))
        .sum();
  }
}
