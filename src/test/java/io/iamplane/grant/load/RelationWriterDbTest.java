package io.iamplane.grant.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.iamplane.catalog.manifest.ManifestInstaller;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.organization.Organization;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import io.iamplane.testing.Manifests;
import io.iamplane.testing.TestPlatform;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A portion is written again when a relation was there, and for no other refusal. */
@QuarkusTest
class RelationWriterDbTest {

  @Inject Changes changes;
  @Inject RelationService relations;
  @Inject GroupService groups;
  @Inject ManifestInstaller manifests;
  @Inject TestPlatform platform;

  private Organization tenant;
  private RelationWriter writer;

  @BeforeEach
  void aTenantWithAModel() {
    tenant = platform.tenant();
    manifests.apply(
        platform.command(),
        tenant.id(),
        Manifests.parse(
            """
            {"schema": "iam.manifest.v2", "app": {"key": "docs", "name": "Docs"},
             "types": {"doc": {"relations": {"viewer": "user:*"}}}}
            """));
    writer = new RelationWriter(relations, groups);
  }

  @Test
  void aRelationThatIsThereIsLookedForTheNextTime() {
    write(0, 3, null);
    IamException refusal = refused(2, 6, null);
    assertThat(refusal.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(writer.isToRepeat()).isTrue();
    // A turn that came too late, before anything was written, is a conflict as well.
    assertThat(writer.isToRepeat()).isFalse();
    write(2, 6, null);
    assertThat(numberOfRelations()).isEqualTo(6);
  }

  /** Like that of a guard: it refuses the portion however its relations are written. */
  @Test
  void anotherConflictIsNotTriedAgain() {
    IamException guard = IamException.conflict("no active administrator would be left");
    assertThat(refused(0, 3, guard)).isSameAs(guard);
    assertThat(writer.isToRepeat()).isFalse();

    write(0, 3, null);
    refused(2, 6, guard);
    assertThat(writer.isToRepeat()).isTrue();
    assertThat(refused(2, 6, guard)).isSameAs(guard);
    assertThat(writer.isToRepeat()).as("each was looked for").isFalse();
    assertThat(numberOfRelations()).isEqualTo(3);
  }

  /** A membership is written by itself: the time is looked at more often. */
  @Test
  void aStepOfMembershipsIsShort() {
    RelationLine relation = line("doc", "viewer");
    List<RelationLine> many = new ArrayList<>(Collections.nCopies(700, relation));
    assertThat(RelationWriter.step(many)).isEqualTo(500);
    assertThat(RelationWriter.step(many.subList(0, 10))).isEqualTo(10);
    many.set(499, line("group", "member"));
    assertThat(RelationWriter.step(many)).isEqualTo(50);
  }

  private static RelationLine line(String type, String relation) {
    return new RelationLine(
        NewRelation.of(new SubjectRef("user", "*"), null, relation, new SubjectRef(type, "some")));
  }

  private IamException refused(int from, int to, IamException guard) {
    return catchThrowableOfType(IamException.class, () -> write(from, to, guard));
  }

  private void write(int from, int to, IamException guard) {
    List<RelationLine> lines =
        IntStream.range(from, to)
            .mapToObj(i ->
                new RelationLine(
                    NewRelation.of(
                        new SubjectRef("user", "*"),
                        null,
                        "viewer",
                        new SubjectRef("doc", "d" + i))))
            .toList();
    changes.record(
        Change.policy(
            platform.command(),
            tenant.id(),
            recording -> {
              writer.write(recording, lines);
              if (guard != null) {
                throw guard;
              }
              return true;
            }));
  }

  private int numberOfRelations() {
    List<Object> all = new ArrayList<>();
    relations.forEach(tenant.id(), all::add);
    return all.size();
  }
}
