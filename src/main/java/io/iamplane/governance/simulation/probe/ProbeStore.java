package io.iamplane.governance.simulation.probe;

import io.iamplane.change.Recording;
import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.change.TenantStore;
import io.iamplane.database.Keyset;
import io.iamplane.decision.log.Outcome;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.WireName;
import jakarta.inject.Singleton;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;

/** The rows of {@code iam_policy_probes}. */
@Singleton
class ProbeStore extends TenantStore<ProbeStore.ProbeEntity, Probe> {

  private static final String SELECT = "SELECT * FROM iam_policy_probes WHERE organization_id = ?";

  Page<Probe> page(OrganizationId organization, PageRequest page) {
    return Page.cut(
        rows(ProbeEntity.class, query(organization, page)),
        page.limit(),
        probe -> probe.id().toString());
  }

  static Keyset query(OrganizationId organization, PageRequest page) {
    return Keyset.of(SELECT, "id", organization.value())
        .after(page.afterId())
        .rows(page.limit() + 1);
  }

  /** Finds all probes of an organization, at most its limit, oldest first. */
  List<Probe> all(OrganizationId organization) {
    return all("id.organizationId = ?1 order by id.id", organization.value());
  }

  int count(OrganizationId organization) {
    return (int) count("id.organizationId", organization.value());
  }

  boolean has(OrganizationId organization, String name) {
    return one("id.organizationId = ?1 and name = ?2", organization.value(), name).isPresent();
  }

  void insert(Recording recording, Probe probe) {
    ProbeEntity row = new ProbeEntity();
    row.id = RowKey.of(recording.organization(), probe.id());
    insert(recording, row, probe);
  }

  void delete(Recording recording, UUID id) {
    delete(recording, RowKey.of(recording.organization(), id));
  }

  @Entity
  @Table(name = "iam_policy_probes")
  static class ProbeEntity implements RowStore.Row<Probe> {

    @EmbeddedId RowKey id;
    String name;

    @JdbcTypeCode(SqlTypes.JSON)
    @Mutability(Immutability.class)
    Map<String, Object> question;

    String expected;
    Instant createdAt;

    @Override
    public void take(Probe probe, Instant at) {
      name = probe.name();
      question = probe.question();
      expected = probe.expect().wire();
      createdAt = probe.createdAt();
    }

    @Override
    public Probe value() {
      return new Probe(id.id(), name, question, WireName.of(Outcome.class, expected), createdAt);
    }
  }
}
