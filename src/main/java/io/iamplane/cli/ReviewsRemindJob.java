package io.iamplane.cli;

import io.iamplane.job.Job;
import io.iamplane.job.JobName;
import io.iamplane.job.JobResult;
import jakarta.inject.Singleton;

/** {@code iam:reviews:remind} by the schedule of servers and workers. */
@Singleton
class ReviewsRemindJob implements Job {

  private final ReviewJobs reviews;

  ReviewsRemindJob(ReviewJobs reviews) {
    this.reviews = reviews;
  }

  @Override
  public JobName name() {
    return JobName.REVIEWS_REMIND;
  }

  @Override
  public JobResult run() {
    return ScheduledWork.run(() -> reviews.remind().result());
  }
}
