package io.iamplane.change;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.database.Sql;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.NewUser;
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
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * 64 writers change a few users at random. What they did, replayed one after another in the order
 * of versions, starts each time from what the change before it left, and ends at the rows.
 */
@QuarkusTest
class ChangeHistoryDbTest {

  private static final int WRITERS = 64;
  private static final int KEYS = 12;

  @Inject GroupedChanges grouped;
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
    Changes door = grouped.ofSize(groupSize, leaders);
    long applied = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Long>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Random random = new Random(writer);
        writers.add(
            threads.submit(() ->
                LongStream.range(0, changesEach)
                    .filter(i -> isApplied(door, tenant, random))
                    .count()));
      }
      for (Future<Long> writer : writers) {
        applied += writer.get();
      }
    }
    assertThat(replay(tenant)).as("each applied change is one version").isEqualTo(applied);
  }

  /** Makes one change; false when it was refused, or changed nothing. */
  private boolean isApplied(Changes door, Organization tenant, Random random) {
    String key = "key-" + random.nextInt(KEYS);
    int kind = random.nextInt(4);
    try {
      return door.record(
          Change.policy(
              platform.command(),
              tenant.id(),
              recording -> {
                change(recording, key, kind, "Name " + random.nextInt());
                if (kind == 3 && random.nextInt(4) == 0) {
                  // After it wrote something, which must be undone.
                  throw IamException.conflict("changed its mind");
                }
                return !recording.effects().isEmpty();
              }));
    } catch (IamException e) {
      assertThat(e.code()).isIn(ErrorCode.CONFLICT, ErrorCode.NOT_FOUND);
      return false;
    }
  }

  private void change(Recording recording, String key, int kind, String name) {
    if (kind == 0) {
      users.create(recording, NewUser.of(key, name, Map.of()));
      return;
    }
    User user = users.get(recording.organization(), key);
    if (kind == 1) {
      users.setStatus(
          recording,
          user.id(),
          user.status() == User.Status.ACTIVE ? User.Status.SUSPENDED : User.Status.ACTIVE);
    } else {
      users.update(recording, user.id(), name, user.attributes());
    }
  }

  /** Replays the versions after the tenant's creation, and compares the end with the rows. */
  private long replay(Organization tenant) {
    Map<String, JsonNode> model = new HashMap<>();
    List<Long> versions = new ArrayList<>();
    sql.list(
        "SELECT version, target_id, before, after FROM iam_policy_changes"
            + " WHERE organization_id = ? AND version > 1 AND target_type = 'user'"
            + " ORDER BY version, ordinal",
        row -> {
          String id = row.getString("target_id");
          assertThat(json(row.getString("before")))
              .as("version %d starts from what was there", row.getLong("version"))
              .isEqualTo(model.get(id));
          model.put(id, json(row.getString("after")));
          return versions.add(row.getLong("version"));
        },
        tenant.id().value());
    assertThat(versions)
        .isEqualTo(LongStream.rangeClosed(2, versions.size() + 1L).boxed().toList());
    Map<String, JsonNode> rows = new HashMap<>();
    users.forEach(
        tenant.id(),
        user -> rows.put(user.id().toString(), json(mapper.valueToTree(user).toString())));
    assertThat(rows).isEqualTo(model);
    return versions.size();
  }

  private @Nullable JsonNode json(@Nullable String text) {
    try {
      return text == null ? null : mapper.readTree(text);
    } catch (java.io.IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
