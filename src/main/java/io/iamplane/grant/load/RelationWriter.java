package io.iamplane.grant.load;

import io.iamplane.change.Recording;
import io.iamplane.database.DatabaseException;
import io.iamplane.database.DatabaseFailure;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupService;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.grant.relation.RelationService.Written;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the relations of one file: as new ones, but where some are there already. */
final class RelationWriter {

  /** Looked up and inserted together. */
  private static final int RELATIONS_AT_ONCE = 500;

  /** Each is a handful of statements. */
  private static final int MEMBERSHIPS_AT_ONCE = 50;

  private final RelationService relations;
  private final GroupService groups;

  /** The portion in progress; its relations are taken as new if {@code areNew}. */
  private @Nullable Recording portion;

  private boolean areNew = true;

  /** True if a relation existed already, in either way of writing. */
  private boolean wasThere;

  private boolean isRefused;

  RelationWriter(RelationService relations, GroupService groups) {
    this.relations = relations;
    this.groups = groups;
  }

  /** Returns the number of lines of one step. */
  static int step(List<RelationLine> lines) {
    List<RelationLine> next = lines.subList(0, Math.min(RELATIONS_AT_ONCE, lines.size()));
    return next.stream().anyMatch(RelationLine::isMembership) ? MEMBERSHIPS_AT_ONCE : next.size();
  }

  void write(Recording recording, List<RelationLine> lines) {
    if (recording != portion) {
      begin(recording);
    }
    Map<Integer, NewRelation> tuples = new LinkedHashMap<>();
    for (int i = 0; i < lines.size(); i++) {
      RelationLine line = lines.get(i);
      if (line.isMembership()) {
        Places.within("relations", i, () -> addMember(recording, line.relation()));
      } else {
        tuples.put(i, line.relation());
      }
    }
    List<Integer> places = new ArrayList<>(tuples.keySet());
    try {
      write(recording, tuples.values());
    } catch (IamException e) {
      throw Places.renumbered(e, "relations", places);
    }
  }

  /** A portion of which one was there is followed by one in which each is looked for. */
  private void begin(Recording recording) {
    portion = recording;
    areNew = !wasThere;
    wasThere = false;
    isRefused = false;
  }

  private void write(Recording recording, Collection<NewRelation> tuples) {
    if (tuples.isEmpty()) {
      return;
    }
    if (areNew) {
      writeNew(recording, List.copyOf(tuples));
    } else {
      Written written = relations.write(recording, List.copyOf(tuples));
      wasThere |= written.updated() + written.unchanged() > 0;
    }
  }

  private void writeNew(Recording recording, List<NewRelation> tuples) {
    try {
      relations.writeNew(recording, tuples);
    } catch (DatabaseException e) {
      isRefused = DatabaseFailure.of(e).filter(DatabaseFailure.DUPLICATE::equals).isPresent();
      wasThere = isRefused;
      throw e;
    }
  }

  /**
   * Returns true if the portion was refused because it took its relations as new, and one exists.
   * The next attempt looks for each.
   */
  boolean isToRepeat() {
    boolean refused = isRefused;
    isRefused = false;
    return refused;
  }

  private void addMember(Recording recording, NewRelation relation) {
    boolean nested = relation.subject().type().equals(SubjectRef.GROUP);
    String userset = relation.subjectRelation();
    if (userset != null && !(nested && userset.equals("member"))) {
      throw IamException.validation(
          "subject_relation", "must be absent, or 'member' for a nested group");
    }
    if (relation.namedCondition() != null) {
      throw IamException.validation(
          "named_condition", "must be absent for a membership; use 'condition' instead");
    }
    Group group =
        groups
            .byReference(recording.organization(), relation.object().id())
            .orElseThrow(() -> IamException.validation("object_id", "there is no such group"));
    groups.addMember(
        recording,
        group.id(),
        relation.subject(),
        relation.condition(),
        relation.validFrom(),
        relation.validUntil());
  }
}
