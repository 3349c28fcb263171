package io.iamplane.escalation;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Administrators among many other accounts. */
@QuarkusTest
class AdministratorVolumeDbTest {

  private static final int MANY = 350;
  private static final UUID GROUP = UUID.fromString("01900000-0000-7000-8000-0000000000aa");

  @Inject TestPlatform platform;
  @Inject Candidates candidates;

  private AdminTenant admin;
  private OrganizationId tenant;
  private String ownGrant;

  /** This tenant's policy is not loaded yet, so that these rows will be read with it. */
  @BeforeEach
  void aGroupOfManyOfWhomTheLastOneIsActive() throws SQLException {
    admin = AdminTenant.notLoaded(platform);
    tenant = admin.organization().id();
    Volume volume = new Volume(tenant);
    volume.insert(
        MANY,
        """
        INSERT INTO iam_users (id, organization_id, external_id, name, status, created_at,
          updated_at)
        SELECT %s, '%s', 'x' || i, 'X', CASE WHEN i = %d THEN 'active' ELSE 'suspended' END, now(),
          now()
        """
            .formatted(user("i"), tenant.value(), MANY));
    volume.insert(
        1,
        """
        INSERT INTO iam_groups (id, organization_id, key, name, source, status, attributes,
          created_at, updated_at)
        SELECT %s, '%s', 'many', 'Many', 'manual', 'active', '{}', now(), now()
        """
            .formatted(group(), tenant.value()));
    volume.insert(
        MANY,
        """
        INSERT INTO iam_group_members (id, organization_id, group_id, member_type, member_id,
          created_at)
        SELECT %s, '%s', %s, 'user', (%s)::text, now()
        """
            .formatted(user("i"), tenant.value(), group(), user("i")));
    ownGrant =
        Rows.texts("SELECT id FROM iam_grants WHERE organization_id = '" + tenant.value() + "'")
            .getFirst();
  }

  @Test
  void theLastOfManyIsFound() {
    admin.post("grants/" + ownGrant + "/revoke").statusCode(409);
    admin.made("grants", role("group:" + id()));
    admin.post("grants/" + ownGrant + "/revoke").statusCode(200);
  }

  @Test
  void aGroupIsReadNoFurtherThanItIsLookedAt() {
    admin.made("grants", role("group:" + id()));
    List<SubjectRef> all = candidates.of(tenant, List.of(), List.of()).toList();
    assertThat(all).hasSize(MANY + 1);
    SubjectRef first = candidates.of(tenant, List.of(), List.of()).findFirst().orElseThrow();
    assertThat(first).isIn(all);
  }

  private String id() {
    return admin.get("groups/many").extract().path("data.id");
  }

  private static String role(String subject) {
    return "{'subject': '%s', 'privilege_type': 'role', 'privilege_key': 'iam:iam-admin'}"
        .formatted(subject);
  }

  /** Ids are unique beyond a tenant. */
  private String user(String number) {
    return "overlay((%s)::text placing '%s' from 10 for 4)::uuid"
        .formatted(Volume.id(number), suffix());
  }

  private String group() {
    return "overlay('%s' placing '%s' from 10 for 4)::uuid".formatted(GROUP, suffix());
  }

  private String suffix() {
    return tenant.value().toString().substring(32);
  }
}
