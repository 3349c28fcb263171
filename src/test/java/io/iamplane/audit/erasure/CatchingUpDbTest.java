package io.iamplane.audit.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.chain.EventType;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Effect;
import io.iamplane.change.Recording;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.Rows;
import io.iamplane.testing.TestPlatform;
import io.iamplane.webhook.worker.FannedOut;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Few rows are left for the lock if others write while an erasure goes through the history. */
@QuarkusTest
class CatchingUpDbTest {

  private static final String NAME = "Annabel Quimby";

  @Inject CopyStore store;
  @Inject CopySweep sweep;
  @Inject RemainderReader remainders;
  @Inject ObjectMapper mapper;
  @Inject Clock clock;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject TestPlatform platform;
  @Inject FannedOut fanOut;

  private final AtomicInteger rounds = new AtomicInteger();
  private AdminTenant tenant;
  private OrganizationId organization;
  private User ann;

  record Image(@JsonProperty String note) {}

  @BeforeEach
  void aTenant() {
    tenant = new AdminTenant(platform);
    organization = tenant.organization().id();
    ann = users.get(organization, tenant.made("users", "{'name': '" + NAME + "'}"));
  }

  @Test
  void muchThatWasWrittenMeanwhileIsErasedBeforeTheLock() throws SQLException {
    String grant = tenant.made("grants", grantFor("a colleague"));
    CopyErasure.Swept swept =
        swept(round -> {
          if (round == 1) {
            write(CopyErasure.FEW);
            tenant.post("grants/" + grant + "/revoke").statusCode(200);
            tenant.made("grants", grantFor(NAME));
          }
        });
    assertThat(left(swept)).isZero();
    assertThat(swept.found().version()).isEqualTo(store.lastVersion(organization));
    assertThat(swept.copies()).isGreaterThan(2 * CopyErasure.FEW);
    assertThat(swept.found().grants()).as("whose own texts name her").hasSize(1);
    assertThat(textsOfNotes())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each).doesNotContain(NAME));
  }

  @Test
  void littleIsLeftForTheLock() throws SQLException {
    CopyErasure.Swept swept = swept(round -> write(CopyErasure.FEW));
    assertThat(rounds).hasValue(1);
    assertThat(left(swept)).isEqualTo(CopyErasure.FEW);
    CopyErasure.Swept finished = erasure(round -> {}).finish(swept.found());
    assertThat(left(finished)).isZero();
    assertThat(textsOfNotes())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each).doesNotContain(NAME));
  }

  @Test
  void whoWritesAsFastIsNotRunAfterForever() {
    CopyErasure.Swept swept = swept(round -> write(CopyErasure.FEW + 1));
    assertThat(rounds).hasValue(2);
    assertThat(left(swept)).isEqualTo(CopyErasure.FEW + 1);
  }

  @Test
  void aLiveRowThatNamesThePersonByNowIsFoundAndKeepsItsHistory() throws SQLException {
    CopyErasure.Swept swept =
        swept(round -> {
          if (round == 1) {
            write(CopyErasure.FEW);
            tenant.made("grants", grantOn("context.approver == \\\"" + NAME + "\\\""));
          }
        });
    assertThat(swept.found().remainder().count())
        .as("the records of the notes, and the grant")
        .isEqualTo(CopyErasure.FEW + 1);
    assertThat(swept.found().remainder().places().iterator().next()).endsWith("condition");
    assertThat(
            Rows.texts(
                "SELECT after ->> 'condition' FROM iam_policy_changes WHERE organization_id = '%s'"
                        .formatted(organization)
                    + " AND target_type = 'grant' AND after ->> 'condition' IS NOT NULL"))
        .singleElement()
        .asString()
        .contains(NAME);
  }

  @Test
  void whatAReceiverAnsweredMeanwhileIsErasedAtTheEnd() throws SQLException {
    CopyErasure.Swept swept = swept(round -> {});
    String webhook =
        tenant.made(
            "webhooks", "{'url': 'https://hooks.example.com/in', 'event_filters': ['iam.*']}");
    tenant.made("groups", "{'key': 'staff', 'name': 'Staff'}");
    fanOut.all();
    Rows.update(
        "UPDATE iam_webhook_deliveries SET last_error = 'no %s here' WHERE webhook_id = '%s'"
            .formatted(NAME, webhook));
    assertThat(erasure(round -> {}).echoes(swept.found())).isPositive();
    assertThat(
            Rows.texts(
                "SELECT last_error FROM iam_webhook_deliveries WHERE webhook_id = '%s'"
                    .formatted(webhook)))
        .isNotEmpty()
        .allSatisfy(error -> assertThat(error).doesNotContain(NAME));
  }

  /** Writers at work during each round. */
  private interface Others {
    void write(int round);
  }

  private CopyErasure.Swept swept(Others others) {
    CopyErasure erasure = erasure(others);
    return erasure.sweep(erasure.look(organization, ann));
  }

  private CopyErasure erasure(Others others) {
    ErasableCopies written =
        (_, _, _) -> {
          others.write(rounds.incrementAndGet());
          return 0;
        };
    return new CopyErasure(store, sweep, remainders, List.of(written), mapper, clock);
  }

  private long left(CopyErasure.Swept swept) {
    return store.lastSeq(organization) - swept.found().seq();
  }

  private void write(int count) {
    changes.record(
        Change.policy(platform.command(), organization, recording -> notes(recording, count)));
  }

  private static boolean notes(Recording recording, int count) {
    for (int i = 0; i < count; i++) {
      recording.add(
          Effect.created(
              EventType.RELATION_WRITTEN, "note", Integer.toString(i), new Image("by " + NAME)));
    }
    return true;
  }

  private String grantFor(String whom) {
    return grant("'justification': 'stands in for " + whom + "'");
  }

  private String grantOn(String condition) {
    return grant("'condition': '" + condition + "'");
  }

  private String grant(String more) {
    return "{'subject': 'user:%s', 'privilege_type': 'role', 'privilege_key': 'iam:user-manager', %s}"
        .formatted(tenant.made("users", "{'name': 'Bert'}"), more);
  }

  /** The images and events of the notes. */
  private List<String> textsOfNotes() throws SQLException {
    return Rows.texts(
        """
        SELECT after::text FROM iam_policy_changes
        WHERE organization_id = '%1$s' AND target_type = 'note'
        UNION ALL
        SELECT body FROM iam_outbox_messages
        WHERE organization_id = '%1$s' AND body::jsonb ->> 'subject' LIKE 'note:%%'
        """
            .formatted(organization));
  }
}
