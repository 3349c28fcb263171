package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.UserHistory.Asked;
import io.iamplane.change.UserHistory.Changed;
import io.iamplane.change.UserHistory.Heard;
import io.iamplane.change.UserHistory.Kind;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * 64 writers change a few users at random. Their changes, replayed in the order of versions, start
 * each from the result of the one before and end at the stored rows; each writer's answer is that
 * of the replay.
 */
@QuarkusTest
class ChangeHistoryDbTest {

  private static final int WRITERS = 64;
  private static final int KEYS = 12;

  @Inject GroupedChanges grouped;
  @Inject Changes changes;
  @Inject UserService users;
  @Inject TestPlatform platform;
  @Inject ObjectMapper mapper;
  @Inject Sql sql;

  @ParameterizedTest
  @CsvSource({"2, 2", "64, 2"})
  void historyIsOneAfterAnother(int groupSize, int leaders) throws Exception {
    replayed(groupSize, leaders, 2);
  }

  @ParameterizedTest
  @Tag("ci")
  @CsvSource({"1, 2", "2, 2", "64, 1", "64, 2"})
  void longerHistoryIsOneAfterAnother(int groupSize, int leaders) throws Exception {
    replayed(groupSize, leaders, 4);
  }

  @ParameterizedTest
  @Tag("stress")
  @CsvSource({"1, 2", "2, 2", "64, 1", "64, 2"})
  void longHistoryIsOneAfterAnother(int groupSize, int leaders) throws Exception {
    replayed(groupSize, leaders, 100);
  }

  private void replayed(int groupSize, int leaders, int changesEach) throws Exception {
    Organization tenant = platform.tenant();
    long first = changes.version(tenant.id()).orElseThrow();
    Changes door = grouped.ofSize(groupSize, leaders);
    UserHistory history = new UserHistory();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Random random = new Random(writer);
        writers.add(
            threads.submit(() -> {
              for (int i = 0; i < changesEach; i++) {
                history.add(heard(door, tenant, random, history));
              }
            }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
    List<Changed> made = changes(tenant);
    assertThat(made).as("each applied change is one version").hasSize((int) history.applied());
    Map<String, JsonNode> rows = new HashMap<>();
    users.forEach(tenant.id(), user -> rows.put(user.externalId(), image(user)));
    assertThat(rows).isEqualTo(history.replay(first, made));
  }

  private Heard heard(Changes door, Organization tenant, Random random, UserHistory history) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    Asked asked = new Asked(kind, "key-" + random.nextInt(KEYS));
    String name = "Name " + random.nextInt();
    AtomicLong from = new AtomicLong(-1);
    AtomicBoolean isApplied = new AtomicBoolean();
    JsonNode answer = null;
    ErrorCode refusal = null;
    long begun = history.now();
    try {
      answer =
          image(
              door.record(
                  Change.policyOverFacts(
                      platform.command(),
                      tenant.id(),
                      recording -> {
                        from.set(recording.version());
                        isApplied.set(false);
                        User user = change(recording, asked, name);
                        isApplied.set(!recording.effects().isEmpty());
                        return user;
                      })));
    } catch (IamException e) {
      isApplied.set(false);
      refusal = e.code();
    }
    return new Heard(asked, begun, history.now(), from.get(), isApplied.get(), answer, refusal);
  }

  private User change(Recording recording, Asked asked, String name) {
    if (asked.kind() == Kind.CREATE) {
      return users.createAtEnd(recording, CreateUserRequest.of(asked.key(), name, Map.of()));
    }
    User user = users.get(recording.organization(), asked.key());
    if (asked.kind() == Kind.SWITCH_STATUS) {
      return users.setStatus(
          recording,
          user.id(),
          user.status() == User.Status.ACTIVE ? User.Status.SUSPENDED : User.Status.ACTIVE,
          null);
    }
    User renamed = users.update(recording, user.id(), name, user.attributes());
    if (asked.kind() == Kind.RENAME_AND_REFUSE) {
      throw IamException.conflict("changed its mind");
    }
    return renamed;
  }

  /** The changes of users after the tenant's creation. */
  private List<Changed> changes(Organization tenant) {
    return sql.list(
        "SELECT version, before, after FROM iam_policy_changes"
            + " WHERE organization_id = ? AND target_type = 'user' ORDER BY version, ordinal",
        row ->
            new Changed(
                row.getLong("version"),
                json(row.getString("before")),
                json(row.getString("after"))),
        tenant.id().value());
  }

  private JsonNode image(User user) {
    return json(mapper.valueToTree(user).toString());
  }

  private @Nullable JsonNode json(@Nullable String text) {
    try {
      return text == null ? null : mapper.readTree(text);
    } catch (java.io.IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
