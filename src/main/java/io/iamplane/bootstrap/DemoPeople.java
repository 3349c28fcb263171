package io.iamplane.bootstrap;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.change.Recording;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.user.CreateUserRequest;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.grant.GrantService;
import io.iamplane.shared.Caller;
import jakarta.inject.Singleton;
import java.util.Map;

/** People for sign-in to the demo tenant: its administrator, and two without any right. */
@Singleton
class DemoPeople {

  private static final String ADMINISTRATOR = "demo-ada";

  /** Names by external id. */
  private static final Map<String, String> NAMES =
      Map.of(
          ADMINISTRATOR,
          "Ada Lund, administrator",
          "demo-rita",
          "Rita Moss, reviewer",
          "demo-bob",
          "Bob Finch");

  private final UserService users;
  private final GrantService grants;
  private final Changes changes;

  DemoPeople(UserService users, GrantService grants, Changes changes) {
    this.users = users;
    this.grants = grants;
    this.changes = changes;
  }

  /** Creates the missing people; false if there were none missing. */
  boolean ensure(Caller caller, Organization demo) {
    boolean made = false;
    for (Map.Entry<String, String> person : NAMES.entrySet()) {
      if (users.byExternalId(demo.id(), person.getKey()).isEmpty()) {
        changes.record(
            Change.policy(
                caller,
                demo.id(),
                recording -> make(recording, person.getKey(), person.getValue())));
        made = true;
      }
    }
    return made;
  }

  private User make(Recording recording, String externalId, String name) {
    User user = users.create(recording, CreateUserRequest.of(externalId, name, Map.of()));
    if (externalId.equals(ADMINISTRATOR)) {
      grants.grantAdministrator(recording, user.subject());
    }
    return user;
  }
}
