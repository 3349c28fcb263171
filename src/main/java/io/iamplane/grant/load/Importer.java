package io.iamplane.grant.load;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.iamplane.change.Recording;
import io.iamplane.directory.account.ServiceAccount;
import io.iamplane.directory.account.ServiceAccountService;
import io.iamplane.directory.group.CreateGroupRequest;
import io.iamplane.directory.group.Group;
import io.iamplane.directory.group.GroupService;
import io.iamplane.directory.object.ObjectService;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.relation.RelationService;
import io.iamplane.shared.Caller;
import io.iamplane.shared.Doing;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Imports the objects and relations of a file into a tenant. Objects of the directory's types
 * become entries with that external id, a group's relation {@code member} becomes a membership.
 * Existing entries are kept or updated, so that a file can be imported again.
 *
 * <p>A file is written in portions, each a change of its own (see {@link Portions}): a million
 * relations in one transaction would hold the tenant's lock for minutes.
 */
@Singleton
public class Importer {

  private final Portions portions;
  private final UserService users;
  private final GroupService groups;
  private final ServiceAccountService accounts;
  private final ObjectService objects;
  private final RelationService relations;
  private final ObjectMapper mapper;

  Importer(
      Portions portions,
      UserService users,
      GroupService groups,
      ServiceAccountService accounts,
      ObjectService objects,
      RelationService relations,
      ObjectMapper mapper) {
    this.portions = portions;
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
   * @throws StoppedImportException with the reason and the progress, after any failure; the file
   *     can be imported again
   */
  public void run(Caller caller, OrganizationId organization, ImportFile file) {
    int objectsWritten = 0;
    int relationsWritten = 0;
    try (var objectLines = file.objectLines();
        var relationLines = file.relationLines()) {
      Doing.stage("importing", file.objects());
      objectsWritten =
          portions.write(
              caller,
              organization,
              new Portions.Lines<>(
                  ImportFile.OBJECTS, () -> objectLines, _ -> 1, this::writeObjects, _ -> false));
      Doing.stage("importing", file.relations());
      RelationWriter writer = new RelationWriter(relations, groups);
      relationsWritten =
          portions.write(
              caller,
              organization,
              new Portions.Lines<>(
                  ImportFile.RELATIONS,
                  () -> relationLines,
                  RelationWriter::step,
                  writer::write,
                  _ -> writer.isToRepeat()));
    } catch (Portions.Stopped e) {
      throw new StoppedImportException(
          e.reason(),
          objectsWritten + (e.isOf("objects") ? e.written() : 0),
          relationsWritten + (e.isOf("relations") ? e.written() : 0));
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
            () -> users.create(recording, CreateUserRequest.of(externalId, name, attributes)));
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
                    recording, CreateGroupRequest.imported(externalId, name, attributes)));
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
}
