package io.iamplane.bootstrap.development;

import io.iamplane.bootstrap.DemoTenant;
import io.iamplane.directory.organization.Organization;
import io.iamplane.directory.organization.OrganizationService;
import io.iamplane.directory.user.User;
import io.iamplane.directory.user.UserService;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Page;
import io.iamplane.shared.PageRequest;
import io.iamplane.shared.Secret;
import io.iamplane.signin.AuthorizationRequest;
import io.iamplane.signin.Html;
import io.iamplane.signin.PageLanguage;
import io.iamplane.signin.PageText;
import io.iamplane.signin.SignInMethod;
import io.quarkus.arc.profile.IfBuildProfile;
import io.quarkus.runtime.LaunchMode;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Signs in the demo tenant's people by a click. A packaged start has no such bean, since it was
 * built for another profile; one that was built to have it refuses to start.
 */
@Singleton
@IfBuildProfile(anyOf = {"dev", "test"})
class DevelopmentSignIn implements SignInMethod {

  static final String USER_FIELD = "user";

  private static final int MOST_SHOWN = 500;

  private final OrganizationService organizations;
  private final UserService users;

  DevelopmentSignIn(OrganizationService organizations, UserService users, LaunchMode mode) {
    if (mode == LaunchMode.NORMAL) {
      throw new IllegalStateException(
          "The development sign-in requires no proof of identity; the packaged application must not"
              + " include it.");
    }
    this.organizations = organizations;
    this.users = users;
  }

  /** A click pretends as much as an application asks for. */
  @Override
  public Aal strongest() {
    return Aal.AAL2;
  }

  @Override
  public String part(
      AuthorizationRequest request, Secret form, String fields, PageLanguage language) {
    List<User> people = people();
    if (people.isEmpty()) {
      return "<p>" + PageText.DEMO_EMPTY.in(language) + "</p>";
    }
    return people.stream()
        .map(person -> button(person, fields, language))
        .collect(
            Collectors.joining(
                "\n", "<p>" + PageText.DEMO_PEOPLE.in(language) + "</p>\n<ul>\n", "\n</ul>"));
  }

  Optional<Found> find(String id) {
    return organizations
        .byKey(DemoTenant.KEY)
        .flatMap(demo -> users.find(demo.id(), id).map(user -> new Found(demo, user)));
  }

  record Found(Organization organization, User user) {}

  private List<User> people() {
    return organizations.byKey(DemoTenant.KEY).map(demo -> people(demo.id())).orElse(List.of());
  }

  private List<User> people(OrganizationId demo) {
    List<User> people = new ArrayList<>();
    Page<User> page;
    String after = null;
    do {
      page = users.page(demo, new PageRequest(PageRequest.MAX_LIMIT, after), null, null);
      people.addAll(page.items());
      after = page.nextPosition();
    } while (after != null && people.size() < MOST_SHOWN);
    return people;
  }

  private static String button(User person, String form, PageLanguage language) {
    return "<li><form method=\"post\" action=\"sign-in/development\">%s%s<button>%s</button></form></li>"
        .formatted(
            form,
            Html.hidden(USER_FIELD, person.id().toString()),
            Html.escape(person.name().isEmpty() ? PageText.ERASED.in(language) : person.name()));
  }
}
