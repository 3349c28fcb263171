package io.iamplane.signin;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.AnyCaller;
import io.iamplane.shared.Caller;
import io.iamplane.shared.SubjectRef;
import io.iamplane.shared.wire.CurrentCaller;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.jspecify.annotations.Nullable;

/** The account's claims for the bearer of a token (OpenID Connect Core 1.0, section 5.3). */
@RunOnVirtualThread
@Path(UserInfoResource.PATH)
public class UserInfoResource {

  public static final String PATH = "/oauth/userinfo";

  private final CurrentCaller caller;
  private final UserService users;

  UserInfoResource(CurrentCaller caller, UserService users) {
    this.caller = caller;
    this.users = users;
  }

  /** The claims; without a name for an account that is not a person's. */
  @RegisterForReflection
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record UserInfo(String sub, @Nullable String name) {}

  @GET
  @Produces(MediaType.APPLICATION_JSON)
  @AnyCaller(value = "the response describes only the caller", anyScope = true)
  @Operation(summary = "Read the subject of the access token")
  public UserInfo userInfo() {
    Caller asking = caller.get();
    SubjectRef subject = asking.subject();
    Optional<User> person =
        subject.type().equals(SubjectRef.USER)
            ? users.find(asking.organization(), subject.id())
            : Optional.empty();
    return new UserInfo(subject.toString(), person.map(User::name).orElse(null));
  }
}
