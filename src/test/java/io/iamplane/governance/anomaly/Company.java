package io.iamplane.governance.anomaly;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A generated company: teams with permissions of their own, people with hours of their own, and
 * machines that do the same every minute.
 *
 * @param administrators accounts that change policies
 */
record Company(
    List<String> common,
    List<Team> teams,
    List<Person> people,
    List<Machine> machines,
    List<Person> administrators) {

  static final String EXPORT = "records:export";
  static final String BREAK_GLASS = "emergency:activate";

  /**
   * A team of people with the same work.
   *
   * @param privileged permissions that no member of the team uses
   */
  record Team(int number, List<String> permissions, List<String> privileged) {}

  /**
   * A person at work.
   *
   * @param from the hour at which the day begins, in UTC
   * @param pace decisions per hour
   * @param onCall true if the person sometimes works at night
   * @param dormant true if the account is not used after the first days
   */
  record Person(
      String subject,
      Team team,
      int earlierTeam,
      int from,
      int pace,
      boolean onCall,
      boolean dormant) {}

  /** A machine that asks for the same permissions each minute. */
  record Machine(String subject, List<String> permissions, int pace) {}

  /** Makes the company of a seed. */
  static Company of(long seed, int people) {
    SplittableRandom chance = new SplittableRandom(seed);
    int count = Math.max(4, people / 12);
    List<Team> teams = IntStream.range(0, count).mapToObj(Company::team).toList();
    List<Person> all = new ArrayList<>();
    for (int i = 0; i < people; i++) {
      all.add(
          new Person(
              "user:p" + i,
              teams.get(i % count),
              chance.nextInt(count),
              6 + chance.nextInt(5),
              6 + chance.nextInt(20),
              chance.nextInt(12) == 0,
              chance.nextInt(25) == 0));
    }
    List<Machine> machines =
        IntStream.range(0, Math.max(2, people / 20))
            .mapToObj(i ->
                new Machine(
                    "service_account:m" + i,
                    teams.get(i % count).permissions().subList(0, 2),
                    1 + chance.nextInt(4)))
            .toList();
    return new Company(
        List.of("calendar:read", "directory:read", "news:read"),
        teams,
        List.copyOf(all),
        machines,
        List.copyOf(all.subList(0, Math.max(2, people / 50))));
  }

  private static Team team(int number) {
    String prefix = "team" + number + ":";
    return new Team(
        number,
        IntStream.range(0, 8).mapToObj(i -> prefix + "work" + i).toList(),
        List.of(prefix + "purge", prefix + "configure"));
  }

  List<Person> active() {
    return people.stream().filter(person -> !person.dormant()).toList();
  }

  /** Every permission that there is. */
  List<String> permissions() {
    List<String> all = new ArrayList<>(common);
    teams.forEach(team -> {
      all.addAll(team.permissions());
      all.addAll(team.privileged());
    });
    all.add(EXPORT);
    return all;
  }
}
