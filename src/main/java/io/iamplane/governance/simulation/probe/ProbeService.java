package io.iamplane.governance.simulation.probe;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.chain.EventType;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.database.Transactions;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.UuidV7;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The life of probes. Each writing method runs inside the change that records it. */
@Singleton
public class ProbeService {

  private static final String TARGET = "probe";
  private static final int MAX_PER_ORGANIZATION = 1_000;
  private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

  private final ProbeStore store;
  private final Transactions transactions;
  private final ObjectMapper mapper;

  ProbeService(ProbeStore store, Transactions transactions, ObjectMapper mapper) {
    this.store = store;
    this.transactions = transactions;
    this.mapper = mapper;
  }

  /**
   * Saves a probe; VALIDATION naming the place in the question; CONFLICT when the name is taken, or
   * there are too many.
   */
  Probe create(Recording recording, ProbeBody request) {
    AskedProbe.check(request, "question");
    OrganizationId organization = recording.organization();
    if (store.has(organization, request.name())) {
      throw IamException.conflict("A probe with this name already exists.");
    }
    if (store.count(organization) >= MAX_PER_ORGANIZATION) {
      throw IamException.conflict(
          "The organization has " + MAX_PER_ORGANIZATION + " probes, the maximum.");
    }
    Probe probe =
        new Probe(
            UuidV7.next(),
            request.name(),
            mapper.convertValue(request.question(), MEMBERS),
            request.expect(),
            recording.at());
    store.insert(recording, probe);
    recording.add(Effect.created(EventType.PROBE_CREATED, TARGET, probe.id().toString(), probe));
    return probe;
  }

  /** Deletes a probe; NOT_FOUND when the organization has no such probe. */
  Probe delete(Recording recording, UUID id) {
    Probe before = store.byId(recording.organization(), id).orElseThrow(IamException::notFound);
    store.delete(recording, id);
    recording.add(Effect.removed(EventType.PROBE_DELETED, TARGET, id.toString(), before));
    return before;
  }

  Page<Probe> page(OrganizationId organization, PageRequest page) {
    return transactions.call(() -> store.page(organization, page));
  }

  /** All that an organization saved, oldest first. */
  public List<AskedProbe> saved(OrganizationId organization) {
    return transactions.call(() -> store.all(organization)).stream()
        .map(probe ->
            AskedProbe.saved(
                probe.id().toString(),
                new ProbeBody(probe.name(), mapper.valueToTree(probe.question()), probe.expect()),
                "question"))
        .toList();
  }
}
