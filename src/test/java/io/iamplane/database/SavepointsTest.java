package io.iamplane.database;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A write that looks like a read must have its savepoint. */
class SavepointsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "select u.name from iam_users u where u.id = ?",
        "\n  SELECT key FROM iam_roles WHERE organization_id = ? AND key = ?",
        "SELECT set_config('plan_cache_mode', 'force_custom_plan', true)"
      })
  void aQueryNeedsNone(String sql) {
    assertThat(Savepoints.isRead(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO iam_users (id) VALUES (?)",
        "update iam_grants set status = ? where id = ?",
        "WITH gone AS (DELETE FROM iam_relations) SELECT 1",
        "SELECT version FROM iam_policy_versions WHERE organization_id = ? FOR UPDATE",
        "select o.id from iam_organizations o for no key update",
        "SELECT 1 FROM iam_grants\n  FOR  SHARE",
        "SELECT pg_advisory_xact_lock(?)",
        "SELECT set_config('lock_timeout', ?, true)",
        "SELECT 1;DELETE FROM iam_relations",
        "selected",
        "SET LOCAL search_path = x"
      })
  void whatWritesOrLocksNeedsOne(String sql) {
    assertThat(Savepoints.isRead(sql)).isFalse();
  }
}
