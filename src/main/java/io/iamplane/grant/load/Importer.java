package io.iamplane.grant.load;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.group.NewGroup;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.user.NewUser;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.relation.NewRelation;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;

/**
 * Brings the objects and relations of a file into a tenant. Objects of the directory's types become
 * entries with that external id, a group's relation {@code member} becomes a membership. What is
 * there already is left or updated, so a file can be imported again.
 *
 * <p>A file is written in portions, each a change of its own: a million relations in one
 * transaction would hold the tenant's lock for minutes.
 */
@ApplicationScoped
public class Importer {

  private static final int PORTION = RelationService.MAX_BATCH;

  private final Changes changes;
  private final UserService users;
  private final GroupService groups;
  private final ServiceAccountService accounts;
  private final ObjectService objects;
  private final RelationService relations;
  private final ObjectMapper mapper;

  Importer(
      Changes changes,
      UserService users,
      GroupService groups,
      ServiceAccountService accounts,
      ObjectService objects,
      RelationService relations,
      ObjectMapper mapper) {
    this.changes = changes;
    this.users = users;
    this.groups = groups;
    this.accounts = accounts;
    this.objects = objects;
    this.relations = relations;
    this.mapper = mapper;
  }

  /**
   * Imports a file.
   *
   * @throws IamException VALIDATION naming the place; the portions before the one at fault are
   *     written, and the file can be imported again once it is mended
   */
  public void run(Caller caller, OrganizationId organization, ImportFile file) {
    portions(caller, organization, "objects", file.objects(), this::writeObjects);
    portions(caller, organization, "relations", file.relations(), this::writeRelations);
  }

  private <T> void portions(
      Caller caller,
      OrganizationId organization,
      String array,
      List<T> lines,
      BiConsumer<Recording, List<T>> write) {
    for (int from = 0; from < lines.size(); from += PORTION) {
      int first = from;
      List<T> portion = lines.subList(from, Math.min(from + PORTION, lines.size()));
      try {
        changes.record(
            Change.policy(
                caller,
                organization,
                recording -> {
                  write.accept(recording, portion);
                  return true;
                }));
      } catch (IamException e) {
        throw Places.moved(e, array, first);
      }
    }
  }

  private void writeObjects(Recording recording, List<ObjectLine> lines) {
    for (int i = 0; i < lines.size(); i++) {
      ObjectLine line = lines.get(i);
      Places.within("objects", i, () -> writeObject(recording, line));
    }
  }

  private void writeObject(Recording recording, ObjectLine line) {
    Map<String, Object> properties =
        line.properties().isObject()
            ? mapper.convertValue(line.properties(), new TypeReference<>() {})
            : Map.of();
    String name = Objects.requireNonNullElse(line.name(), line.ref().id());
    switch (line.ref().type()) {
      case SubjectRef.USER -> putUser(recording, line.ref().id(), name, properties);
      case SubjectRef.GROUP -> putGroup(recording, line.ref().id(), name, properties);
      case SubjectRef.SERVICE_ACCOUNT -> putAccount(recording, line.ref().id(), name, properties);
      default -> objects.put(recording, line.ref(), line.name(), properties);
    }
  }

  private void putUser(
      Recording recording, String externalId, String name, Map<String, Object> attributes) {
    users
        .byExternalId(recording.organization(), externalId)
        .map(User::id)
        .ifPresentOrElse(
            id -> users.update(recording, id, name, attributes),
            () -> users.create(recording, NewUser.of(externalId, name, attributes)));
  }

  private void putGroup(
      Recording recording, String externalId, String name, Map<String, Object> attributes) {
    groups
        .byExternalId(recording.organization(), externalId)
        .map(Group::id)
        .ifPresentOrElse(
            id -> groups.update(recording, id, name, attributes),
            () ->
                groups.create(
                    recording, new NewGroup(externalId, externalId, name, "import", attributes)));
  }

  private void putAccount(
      Recording recording, String externalId, String name, Map<String, Object> attributes) {
    accounts
        .byExternalId(recording.organization(), externalId)
        .map(ServiceAccount::id)
        .ifPresentOrElse(
            id -> accounts.update(recording, id, name, attributes),
            () -> accounts.create(recording, externalId, name, attributes));
  }

  private void writeRelations(Recording recording, List<RelationLine> lines) {
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
      relations.write(recording, List.copyOf(tuples.values()));
    } catch (IamException e) {
      throw Places.renumbered(e, "relations", places);
    }
  }

  private void addMember(Recording recording, NewRelation relation) {
    boolean nested = relation.subject().type().equals(SubjectRef.GROUP);
    String userset = relation.subjectRelation();
    if (userset != null && !(nested && userset.equals("member"))) {
      throw IamException.validation("subject_relation", "a group has no such members");
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
