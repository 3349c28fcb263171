package io.iamplane.grant;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.load.ImportFile;
import io.iamplane.grant.load.Importer;
import io.iamplane.grant.relation.RelationFilter;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.ListTimes;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.Volume;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every list of users, grants and relations in a tenant of a million of each of the first two. */
@QuarkusTest
@Tag("stress")
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class AdminListsStressDbTest {

  private static final Logger LOG = Logger.getLogger(AdminListsStressDbTest.class);

  /** A million unless {@code -Dstress.rows} says otherwise, to try the test itself. */
  private static final int ROWS = Integer.getInteger("stress.rows", 1_000_000);

  private static final int RELATIONS = ROWS / 5;
  private static final int TENANTS = 40;
  private static final int SMALL = 100;
  private static final int IMPORTED = 100_000;
  private static final Duration MOST = Duration.ofMillis(50);
  private static final Duration MOST_IMPORT = Duration.ofSeconds(60);
  private static final SubjectRef HEAVY =
      new SubjectRef(SubjectRef.USER, Volume.uuid(Volume.HEAVY).toString());
  private static final SubjectRef BIG = new SubjectRef("doc", "big");

  @Inject TestPlatform platform;
  @Inject UserService users;
  @Inject GrantService grants;
  @Inject RelationService relations;
  @Inject ManifestInstaller manifests;
  @Inject Importer importer;
  @Inject ObjectMapper mapper;

  @Test
  void everyPageIsFoundInTime() throws SQLException {
    smallTenants();
    OrganizationId tenant = platform.tenant().id();
    Volume volume = new Volume(tenant);
    volume.users(ROWS);
    volume.grants(ROWS);
    volume.relations(RELATIONS);
    ListTimes times = new ListTimes(tenant);
    users(times, tenant);
    searches(times, tenant);
    grants(times, tenant);
    relations(times, tenant);
    LOG.info(times.table());
    assertThat(times.slowerThan(MOST)).as(times.table()).isEmpty();
  }

  /** Beside them an average says nothing of the large one. */
  private void smallTenants() throws SQLException {
    for (int i = 0; i < TENANTS; i++) {
      Volume volume = new Volume(platform.tenant().id());
      volume.users(SMALL);
      volume.grants(SMALL);
      volume.relations(SMALL);
    }
  }

  @Test
  void aHundredThousandRelationsAreImportedInTime() throws IOException {
    Organization tenant = platform.tenant();
    manifests.apply(
        platform.command(),
        tenant.id(),
        Manifests.parse(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
             "types": {"doc": {"relations": {"viewer": "user"}}}}
            """));
    String people =
        IntStream.range(0, 1_000)
            .mapToObj("{\"type\": \"user\", \"id\": \"u%d\"}"::formatted)
            .collect(Collectors.joining(",", "{\"objects\": [", "]}"));
    load(tenant, people);
    String file =
        IntStream.range(0, IMPORTED)
            .mapToObj(i ->
                """
                {"object_type": "doc", "object_id": "d%d", "relation": "viewer",
                 "subject_type": "user", "subject_id": "u%d"}\
                """
                    .formatted(i, i % 1_000))
            .collect(Collectors.joining(",", "{\"relations\": [", "]}"));
    long start = System.nanoTime();
    load(tenant, file);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    LOG.infof("import of 100,000 relations: %d ms", took.toMillis());
    assertThat(took).isLessThanOrEqualTo(MOST_IMPORT);
    int[] count = new int[1];
    relations.forEach(tenant.id(), relation -> count[0]++);
    assertThat(count[0]).isEqualTo(IMPORTED);
  }

  private void load(Organization tenant, String json) throws IOException {
    byte[] content = json.getBytes(StandardCharsets.UTF_8);
    importer.run(
        platform.command(),
        tenant.id(),
        ImportFile.read(mapper, () -> new ByteArrayInputStream(content)));
  }

  private void users(ListTimes times, OrganizationId tenant) throws SQLException {
    for (User.Status status : orNone(User.Status.values())) {
      String rows = "iam_users t WHERE true" + (status == null ? "" : equal(status.wire()));
      times.measure("users " + text(status), rows, page -> users.page(tenant, page, status, null));
    }
  }

  private void searches(ListTimes times, OrganizationId tenant) throws SQLException {
    for (String prefix : List.of("a", "m", "an", "lena p", "mail5", "mail99999", "nobody")) {
      for (User.Status status : orNone(User.Status.values())) {
        times.search(
            "users '" + prefix + "' " + text(status),
            prefix,
            status == null ? "" : " AND t.slot LIKE '" + status.wire() + ":%'",
            page -> users.page(tenant, page, status, prefix));
      }
    }
  }

  private void grants(ListTimes times, OrganizationId tenant) throws SQLException {
    for (SubjectRef subject : Arrays.asList(null, HEAVY)) {
      for (String role : Arrays.asList(null, Volume.HALF, "docs:role1")) {
        for (SubjectRef resource : Arrays.asList(null, BIG)) {
          for (Grant.Status status : orNone(Grant.Status.values())) {
            GrantFilter filter = new GrantFilter(subject, role, resource, status);
            String rows =
                "iam_grants t WHERE true"
                    + (subject == null ? "" : " AND subject_id = '" + subject.id() + "'")
                    + (role == null ? "" : " AND privilege_key = '" + role + "'")
                    + (resource == null ? "" : " AND resource_id = '" + resource.id() + "'")
                    + (status == null ? "" : equal(status.wire()));
            String name = "grants " + named(subject, role, resource) + " " + text(status);
            times.measure(name, rows, page -> grants.page(tenant, page, filter));
          }
        }
      }
    }
  }

  private void relations(ListTimes times, OrganizationId tenant) throws SQLException {
    for (SubjectRef subject : Arrays.asList(null, HEAVY)) {
      for (String relation : Arrays.asList(null, "viewer")) {
        for (SubjectRef object : Arrays.asList(null, BIG)) {
          RelationFilter filter = new RelationFilter(subject, relation, object);
          String rows =
              "iam_relations t WHERE true"
                  + (subject == null ? "" : " AND subject_id = '" + subject.id() + "'")
                  + (relation == null ? "" : " AND relation = '" + relation + "'")
                  + (object == null ? "" : " AND object_id = '" + object.id() + "'");
          String name = "relations " + named(subject, relation, object);
          if (relation == null && (subject == null) != (object == null)) {
            times.measureByName(name, rows, page -> relations.page(tenant, page, filter));
          } else {
            times.measure(name, rows, page -> relations.page(tenant, page, filter));
          }
        }
      }
    }
  }

  private static String named(
      @Nullable SubjectRef subject, @Nullable String key, @Nullable SubjectRef object) {
    return Stream.of(subject == null ? null : "subject", key, object == null ? null : "doc:big")
        .filter(each -> each != null)
        .collect(Collectors.joining(" + "));
  }

  private static String equal(String status) {
    return " AND t.status = '" + status + "'";
  }

  private static String text(@Nullable Object status) {
    return status == null ? "" : status.toString().toLowerCase(Locale.ROOT);
  }

  /** The values, and null for a filter that is not given. */
  private static <T> List<@Nullable T> orNone(T[] values) {
    List<@Nullable T> all = new ArrayList<>(Arrays.asList(values));
    all.add(null);
    return all;
  }
}
