package io.iamplane.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.iamplane.chain.AuditEntry;
import io.iamplane.chain.AuditLog;
import io.iamplane.chain.AuditRecord;
import io.iamplane.chain.ChainHead;
import io.iamplane.chain.PersonalData;
import io.iamplane.chain.tree.Tile;
import io.iamplane.change.OutboxStore.OutboxMessage;
import io.iamplane.change.PolicyVersionStore.ChangeImage;
import io.iamplane.change.PolicyVersionStore.ChangeRow;
import io.iamplane.change.TenantChanges.Unsealed;
import io.iamplane.shared.InstallationConfig;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the rows, records and messages of changes. Does no I/O, so that any thread can do it. */
@Singleton
class TraceMaker {

  private final ObjectMapper mapper;
  private final AuditLog audit;
  private final String source;

  TraceMaker(ObjectMapper mapper, AuditLog audit, InstallationConfig installation) {
    this.mapper = mapper;
    this.audit = audit;
    this.source = installation.issuer();
  }

  /**
   * The traces of some changes, in slices.
   *
   * @param changes in their order
   * @param head the end of the tenant's chain before them
   */
  Slices slices(OrganizationId organization, List<Unsealed> changes, ChainHead head) {
    return new Slices(organization, places(changes), head);
  }

  private static List<Place> places(List<Unsealed> changes) {
    return changes.stream()
        .flatMap(change ->
            IntStream.range(0, change.effects().size()).mapToObj(at -> new Place(change, at)))
        .toList();
  }

  /** The rows, records and messages of some changes, or a slice of them. */
  record Traces(List<ChangeRow> rows, List<AuditRecord> records, List<OutboxMessage> messages) {}

  private record Place(Unsealed change, int ordinal) {

    Effect effect() {
      return change.effects().get(ordinal);
    }

    boolean isLast() {
      return ordinal == change.effects().size() - 1;
    }
  }

  /**
   * Goes through effects, as many at a time as a tile of the audit log's tree has. Where there are
   * more, a slice ends with a tile, which can be written with it.
   */
  final class Slices implements Iterator<Traces> {

    private final OrganizationId organization;
    private final List<Place> places;
    private long lastSeq;
    private byte[] lastHash;
    private int next;

    private Slices(OrganizationId organization, List<Place> places, ChainHead head) {
      this.organization = organization;
      this.places = places;
      this.lastSeq = head.seq();
      this.lastHash = head.hash();
    }

    /** Returns true if more than one slice is left. */
    boolean areMany() {
      return places.size() - next > Tile.WIDTH;
    }

    @Override
    public boolean hasNext() {
      return next < places.size();
    }

    @Override
    public Traces next() {
      int rest = Tile.WIDTH - (int) (lastSeq % Tile.WIDTH);
      List<Place> slice = places.subList(next, areMany() ? next + rest : places.size());
      next += slice.size();
      List<AuditRecord> records =
          audit.follow(
              organization, lastSeq, lastHash, slice.stream().map(TraceMaker.this::entry).toList());
      lastSeq = records.getLast().seq();
      lastHash = records.getLast().hash();
      return new Traces(rows(slice, records), records, messages(slice, records));
    }

    private List<OutboxMessage> messages(List<Place> slice, List<AuditRecord> records) {
      return IntStream.range(0, slice.size())
          .mapToObj(at -> message(slice.get(at), records.get(at)))
          .toList();
    }

    private OutboxMessage message(Place place, AuditRecord record) {
      Unsealed change = place.change();
      UUID id = change.recording().events().get(place.ordinal());
      return new OutboxMessage(
          id,
          record.seq(),
          record.entry().type().wire(),
          event(organization, change.version(), id, record).toString(),
          record.entry().occurredAt());
    }
  }

  private AuditEntry entry(Place place) {
    Recording recording = place.change().recording();
    Effect effect = place.effect();
    return new AuditEntry(
        UuidV7.next(),
        recording.at(),
        recording.caller(),
        effect.type(),
        effect.target(),
        json(effect.before()),
        json(effect.after()),
        personal(effect));
  }

  private @Nullable JsonNode json(@Nullable Object image) {
    return image == null ? null : mapper.valueToTree(image);
  }

  /** The members of either image that are about a person. */
  private static Set<String> personal(Effect effect) {
    return Stream.of(effect.before(), effect.after())
        .filter(PersonalData.class::isInstance)
        .flatMap(image -> ((PersonalData) image).personalMembers().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  private static List<ChangeRow> rows(List<Place> slice, List<AuditRecord> records) {
    List<ChangeRow> rows = new ArrayList<>(slice.size());
    for (int i = 0; i < slice.size(); i++) {
      Place place = slice.get(i);
      Unsealed change = place.change();
      if (change.isRaising()) {
        rows.add(row(change, place.ordinal(), image(records.get(i).entry())));
        if (place.isLast()) {
          addEnded(change, rows);
        }
      }
    }
    return rows;
  }

  private static void addEnded(Unsealed change, List<ChangeRow> rows) {
    int ordinal = change.effects().size();
    for (TokenHolder holder : change.recording().ended()) {
      rows.add(row(change, ordinal, EndedTokens.row(holder, change.recording().at())));
      ordinal++;
    }
  }

  private static ChangeRow row(Unsealed change, int ordinal, ChangeImage image) {
    return new ChangeRow(change.version(), ordinal, change.recording().at(), image);
  }

  private static ChangeImage image(AuditEntry entry) {
    return new ChangeImage(
        entry.type().wire(),
        entry.target().type(),
        entry.target().id(),
        text(entry.before()),
        text(entry.after()));
  }

  private static @Nullable String text(@Nullable JsonNode image) {
    return image == null ? null : image.toString();
  }

  /** An event in the JSON format of CloudEvents 1.0 (section 3). */
  private ObjectNode event(OrganizationId organization, long version, UUID id, AuditRecord record) {
    AuditEntry entry = record.entry();
    ObjectNode event = JsonNodeFactory.instance.objectNode();
    event.put("specversion", "1.0");
    event.put("id", id.toString());
    event.put("source", source);
    event.put("type", entry.type().wire());
    event.put("subject", entry.target().type() + ":" + entry.target().id());
    event.put("time", entry.occurredAt().toString());
    event.put("datacontenttype", "application/json");
    event.set("data", data(organization, version, record));
    return event;
  }

  private static ObjectNode data(OrganizationId organization, long version, AuditRecord record) {
    AuditEntry entry = record.entry();
    ObjectNode data = JsonNodeFactory.instance.objectNode();
    data.put("organization_id", organization.toString());
    data.putObject("target").put("type", entry.target().type()).put("id", entry.target().id());
    set(data, "before", entry.before());
    set(data, "after", entry.after());
    data.put("risk_level", entry.type().risk().wire());
    data.put("policy_version", version);
    data.put("seq", record.seq());
    return data;
  }

  private static void set(ObjectNode data, String field, @Nullable JsonNode value) {
    if (value != null) {
      data.set(field, value);
    }
  }
}
