package io.iamplane.catalog.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.catalog.application.CatalogReader;
import io.iamplane.catalog.permission.CatalogStatus;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.database.RoundTrip;
import io.iamplane.database.Sql;
import io.iamplane.directory.client.IssuedClient;
import io.iamplane.directory.organization.Organization;
import io.iamplane.grant.GrantService;
import io.iamplane.grant.NewGrant;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@QuarkusTest
class ManifestInstallerDbTest {

  private static final String FIRST =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
       "permissions": [{"key": "order.read"}, {"key": "order.write", "risk": "high"}],
       "roles": [{"key": "clerk", "label": "Clerk", "permissions": ["order.*"]}],
       "attributes": {"context": {"amount": "int"}}}
      """;

  private static final String SECOND =
      """
      {"schema": "iam.manifest.v2", "app": {"key": "shop", "name": "Shop"},
       "permissions": [{"key": "order.read"}],
       "attributes": {"context": {"amount": "string"}}}
      """;

  @Inject ManifestInstaller installer;
  @Inject CatalogReader catalog;
  @Inject GrantService grants;
  @Inject Changes changes;
  @Inject TestPlatform platform;
  @Inject Sql sql;

  private Organization tenant;

  @BeforeEach
  void freshTenant() {
    tenant = platform.tenant();
  }

  @Test
  void theFirstManifestMakesTheApplicationAndItsClient() {
    ManifestInstaller.Installed installed = apply(FIRST);
    assertThat(installed.application()).isNotNull();
    assertThat(installed.application().manifestVersion()).isEqualTo(1);
    IssuedClient client = installed.issued().orElseThrow();
    assertThat(platform.subject(client).id())
        .isEqualTo(String.valueOf(installed.application().serviceAccountId()));
    assertThat(platform.token(client)).isNotEmpty();
    assertThat(has(trip -> catalog.hasPermission(tenant.id(), "shop:order.write", trip))).isTrue();
    assertThat(has(trip -> catalog.hasRole(tenant.id(), "shop:clerk", trip))).isTrue();
  }

  @Test
  void theSameManifestInOtherWordsChangesNothing() {
    apply(FIRST);
    long version = changes.version(tenant.id()).orElseThrow();
    ManifestInstaller.Installed again =
        apply(FIRST.replace("\"order.read\"", "\"shop:order.read\"").replace("\n", " "));
    assertThat(again.application()).isNull();
    assertThat(again.issued()).isEmpty();
    assertThat(changes.version(tenant.id())).hasValue(version);
  }

  @Test
  void whatIsNoLongerDeclaredIsDeprecatedAndComesBack() {
    apply(FIRST);
    ManifestInstaller.Installed second = apply(SECOND);
    assertThat(second.issued()).isEmpty();
    assertThat(has(trip -> catalog.hasPermission(tenant.id(), "shop:order.write", trip))).isFalse();
    assertThat(has(trip -> catalog.hasRole(tenant.id(), "shop:clerk", trip))).isFalse();
    assertThat(catalog.role(tenant.id(), "shop:clerk").orElseThrow().status())
        .isEqualTo(CatalogStatus.DEPRECATED);
    ManifestInstaller.Installed third = apply(FIRST);
    assertThat(third.application()).isNotNull();
    assertThat(third.application().manifestVersion()).isEqualTo(3);
    assertThat(has(trip -> catalog.hasPermission(tenant.id(), "shop:order.write", trip))).isTrue();
    assertThat(has(trip -> catalog.hasRole(tenant.id(), "shop:clerk", trip))).isTrue();
  }

  @Test
  void attributesThatBreakAPresentConditionAreRefusedWhole() {
    apply(FIRST);
    changes.record(
        Change.policy(
            platform.command(),
            tenant.id(),
            recording ->
                grants.create(
                    recording,
                    NewGrant.permission(new SubjectRef("user", "*"), "shop:order.read")
                        .when("context.amount < 10")
                        .build())));
    long version = changes.version(tenant.id()).orElseThrow();
    assertThatThrownBy(() -> apply(SECOND))
        .isInstanceOfSatisfying(
            IamException.class,
            e -> {
              assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
              assertThat(e.detail()).contains("line 1, column ");
            });
    assertThat(changes.version(tenant.id())).hasValue(version);
    assertThat(has(trip -> catalog.hasPermission(tenant.id(), "shop:order.write", trip))).isTrue();
  }

  @Test
  void ofManyAtOnceOneInstalls() throws Exception {
    try (var executor = Executors.newFixedThreadPool(16)) {
      List<Callable<ManifestInstaller.Installed>> all = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        all.add(() -> apply(FIRST));
      }
      int issued = 0;
      for (Future<ManifestInstaller.Installed> each : executor.invokeAll(all)) {
        issued += each.get().issued().isPresent() ? 1 : 0;
      }
      assertThat(issued).isOne();
    }
    assertThat(
            sql.list(
                "SELECT version FROM iam_manifests WHERE organization_id = ?",
                row -> row.getInt("version"),
                tenant.id().value()))
        .containsExactly(1);
  }

  private ManifestInstaller.Installed apply(String manifest) {
    return installer.apply(platform.command(), tenant.id(), Manifests.parse(manifest));
  }

  private boolean has(Function<RoundTrip, Supplier<Boolean>> asked) {
    RoundTrip trip = sql.roundTrip();
    Supplier<Boolean> answer = asked.apply(trip);
    trip.run();
    return answer.get();
  }
}
