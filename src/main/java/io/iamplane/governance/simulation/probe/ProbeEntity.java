package io.iamplane.governance.simulation.probe;

import io.iamplane.change.RowKey;
import io.iamplane.change.RowStore;
import io.iamplane.decision.log.Outcome;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.WireName;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.Map;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.annotations.Mutability;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.java.Immutability;

/** A row of {@code iam_policy_probes}; never leaves this package. */
@Entity
@Table(name = "iam_policy_probes")
class ProbeEntity implements RowStore.Row<Probe> {

  @EmbeddedId RowKey id;
  String name;

  @JdbcTypeCode(SqlTypes.JSON)
  @Mutability(Immutability.class)
  Map<String, Object> question;

  String expected;
  Instant createdAt;

  static ProbeEntity of(OrganizationId organization, Probe probe) {
    ProbeEntity row = new ProbeEntity();
    row.id = RowKey.of(organization, probe.id().value());
    return row;
  }

  @Override
  public void take(Probe probe, Instant at) {
    name = probe.name();
    question = probe.question();
    expected = probe.expect().wire();
    createdAt = probe.createdAt();
  }

  @Override
  public Probe value() {
    return new Probe(
        new ProbeId(id.id()), name, question, WireName.of(Outcome.class, expected), createdAt);
  }
}
