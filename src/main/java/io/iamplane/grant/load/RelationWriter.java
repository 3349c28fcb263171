package io.iamplane.grant.load;

import io.iamplane.change.Recording;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupService;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.grant.relation.RelationService.Written;
import io.iamplane.shared.ErrorCode;
import io.iamplane.shared.IamException;
import io.iamplane.shared.SubjectRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes the relations of one file: as new ones, but where some are there already. */
final class RelationWriter {

  private final RelationService relations;
  private final GroupService groups;
  private boolean areNew = true;

  RelationWriter(RelationService relations, GroupService groups) {
    this.relations = relations;
    this.groups = groups;
  }

  /** Writes the lines of one step. */
  void write(Recording recording, List<RelationLine> lines) {
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

  private void write(Recording recording, Collection<NewRelation> tuples) {
    if (areNew) {
      relations.writeNew(recording, List.copyOf(tuples));
    } else {
      Written written = relations.write(recording, List.copyOf(tuples));
      areNew = written.created() == tuples.size();
    }
  }

  /**
   * Whether lines that were refused are to be written again: where one relation of a file is there
   * already, others will be, and each is looked for until none is.
   */
  boolean isToRepeat(IamException refusal) {
    boolean wereNew = areNew;
    areNew &= refusal.code() != ErrorCode.CONFLICT;
    return areNew != wereNew;
  }

  private void addMember(Recording recording, NewRelation relation) {
    boolean nested = relation.subject().type().equals(SubjectRef.GROUP);
    String userset = relation.subjectRelation();
    if (userset != null && !(nested && userset.equals("member"))) {
      throw IamException.validation("subject_relation", "a group has no such members");
    }
    if (relation.namedCondition() != null) {
      throw IamException.validation(
          "named_condition", "a membership has a condition of its own, none of a model");
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
