package io.iamplane.directory.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.database.Sql;
import io.iamplane.database.Transactions;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.ServiceAccountId;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Properties of the rows of every store of entities, tested on one of them. */
@QuarkusTest
class ServiceAccountStoreDbTest {

  @Inject ServiceAccountStore store;
  @Inject ServiceAccountService accounts;
  @Inject Changes changes;
  @Inject Transactions transactions;
  @Inject TestPlatform platform;
  @Inject Sql sql;

  private OrganizationId tenant;

  @BeforeEach
  void aTenant() {
    tenant = platform.tenant().id();
  }

  @Test
  void aRowSaysWhatWasWritten() {
    ServiceAccount made = change(recording -> accounts.create(recording, "x", "X", attributes()));
    assertThat(read(made)).isEqualTo(made);
    assertThat(streamed()).containsExactly(made);
  }

  private static Map<String, Object> attributes() {
    return Map.of("whole", 7, "large", 1L << 40, "part", 1.5, "list", List.of("a", true));
  }

  @Test
  void aWriteIsSentBeforeTheCallReturns() {
    ServiceAccount made = change(recording -> accounts.create(recording, "one"));
    List<String> names =
        change(recording -> {
          accounts.update(recording, made.id(), "two", Map.of());
          accounts.create(recording, "three");
          return sql.list(
              "SELECT name FROM iam_service_accounts WHERE organization_id = ? ORDER BY id",
              row -> row.getString("name"),
              tenant.value());
        });
    assertThat(names).containsExactly("two", "three");
  }

  @Test
  void whatWasReadBeforeTheLockDoesNotCountUnderIt() {
    ServiceAccount made = change(recording -> accounts.create(recording, "one"));
    ServiceAccount after =
        transactions.call(() -> {
          assertThat(store.byId(tenant, made.id())).contains(made);
          renameElsewhere(made);
          return change(recording ->
              accounts.setStatus(recording, made.id(), ServiceAccount.Status.SUSPENDED));
        });
    assertThat(after.revision()).isEqualTo(3);
    assertThat(after.name()).isEqualTo("two");
    assertThat(read(made)).isEqualTo(after);
  }

  @Test
  void whatIsWrittenWithoutBeingReadUnderTheLockIsWrittenWhole() {
    ServiceAccount made = change(recording -> accounts.create(recording, "one"));
    transactions.run(() -> {
      store.byId(tenant, made.id());
      renameElsewhere(made);
      change(recording -> {
        store.update(recording, made.touched());
        return true;
      });
    });
    assertThat(read(made)).isEqualTo(made.touched());
  }

  @Test
  void aReadSeesWhatAnotherStatementWrote() {
    ServiceAccount made = change(recording -> accounts.create(recording, "one"));
    transactions.run(() -> {
      assertThat(read(made).name()).isEqualTo("one");
      renameElsewhere(made);
      assertThat(read(made).name()).isEqualTo("two");
    });
  }

  @Test
  void aViolatedConstraintIsAConflictAndNothingIsWritten() {
    ServiceAccount made = change(recording -> accounts.create(recording, "x", "X", Map.of()));
    ServiceAccount again =
        new ServiceAccount(
            ServiceAccountId.next(), "x", "Y", made.status(), Map.of(), 1, made.createdAt());
    assertThatThrownBy(() ->
            change(recording -> {
              accounts.create(recording, "before");
              store.insert(recording, again);
              return true;
            }))
        .isInstanceOfSatisfying(
            IamException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT));
    assertThat(streamed()).containsExactly(made);
  }

  @Test
  void aRowThatIsNotThereIsNoSuccess() {
    ServiceAccount made = change(recording -> accounts.create(recording, "x"));
    ServiceAccount other =
        new ServiceAccount(
            ServiceAccountId.next(), null, "Y", made.status(), Map.of(), 2, made.createdAt());
    assertThatThrownBy(() ->
            change(recording -> {
              store.update(recording, other);
              return true;
            }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aRowOfAnotherTenantIsNotFound() {
    ServiceAccount made = change(recording -> accounts.create(recording, "x"));
    OrganizationId other = platform.tenant().id();
    assertThat(transactions.call(() -> store.byId(other, made.id()))).isEmpty();
  }

  @Test
  void rowsAreReadInsideATransactionOnly() {
    assertThatThrownBy(() -> store.byId(tenant, ServiceAccountId.next()))
        .isInstanceOf(RuntimeException.class);
  }

  /** To "two", in a transaction of another thread. */
  private void renameElsewhere(ServiceAccount account) {
    var renaming =
        new FutureTask<>(
            () -> change(recording -> accounts.update(recording, account.id(), "two", Map.of())));
    Thread.ofPlatform().start(renaming);
    assertThat(renaming).succeedsWithin(Duration.ofSeconds(30));
  }

  private ServiceAccount read(ServiceAccount account) {
    return transactions.call(() -> store.byId(tenant, account.id()).orElseThrow());
  }

  private List<ServiceAccount> streamed() {
    ServiceAccount[] found = new ServiceAccount[2];
    int[] count = new int[1];
    store.forEach(tenant, account -> found[count[0]++] = account);
    return Arrays.asList(found).subList(0, count[0]);
  }

  private <T> T change(Function<Recording, T> body) {
    return changes.record(Change.policy(platform.command(), tenant, body::apply));
  }
}
