"""Scores of words: how much a word raises or lowers the log odds that its line belongs to the article."""

import numpy

# Number of imaginary pages with average lines that are added for each word. They keep the scores of rare words near 0.
PRIOR = 4.0
LEAST_PAGES = 12


class WordCounts:
    """Counts, for each word and fold, the pages with the word, and sums up the shares of wanted lines with it."""

    def __init__(self, words, lines, data):
        """words and lines: pairs of a word and a line that contains it, as two arrays."""
        self.words, self.lines = words, lines
        used = data.weights[lines] > 0
        words, lines = words[used], lines[used]
        pages = len(data.fold_of_page)
        keys, inverse = numpy.unique(words * pages + data.page_of[lines], return_inverse=True)
        shares = numpy.bincount(inverse, data.labels[lines]) / numpy.bincount(inverse)
        folds = data.fold_of_page[keys % pages]
        size = (data.word_count, data.fold_count)
        self.wanted, self.pages = numpy.zeros(size), numpy.zeros(size)
        numpy.add.at(self.wanted, (keys // pages, folds), shares)
        numpy.add.at(self.pages, (keys // pages, folds), 1.0)

    def scores(self, without):
        """Returns the scores of all words, learned without the pages of some folds."""
        folds = [fold for fold in range(self.pages.shape[1]) if fold not in without]
        wanted, pages = self.wanted[:, folds].sum(1), self.pages[:, folds].sum(1)
        mean = wanted.sum() / pages.sum()
        odds = numpy.log((wanted + PRIOR * mean) / (pages - wanted + PRIOR * (1 - mean))) - numpy.log(mean / (1 - mean))
        odds[pages < LEAST_PAGES] = 0
        return numpy.round(odds, 1)

    def features(self, scores, lines):
        """Returns the sum, minimum (at most 0) and maximum (at least 0) of the word scores in each line."""
        values = numpy.zeros((lines, 3), numpy.float32)
        starts = numpy.searchsorted(self.lines, numpy.arange(lines + 1))
        filled = numpy.diff(starts) > 0
        of_words = scores[self.words]
        for index, reduce in enumerate((numpy.add, numpy.minimum, numpy.maximum)):
            values[filled, index] = reduce.reduceat(of_words, starts[:-1][filled])
        values[:, 1] = numpy.minimum(values[:, 1], 0)
        values[:, 2] = numpy.maximum(values[:, 2], 0)
        return values


def read_pairs(path, places, line_count):
    """Reads words.i32. For each line, the file contains the number of words at each place, and then the words."""
    numbers = numpy.fromfile(path, numpy.int32)
    counts = numpy.zeros((line_count, places), numpy.int64)
    starts = numpy.zeros(line_count, numpy.int64)
    at = 0
    for line in range(line_count):
        counts[line] = numbers[at : at + places]
        starts[line] = at + places
        at += places + counts[line].sum()
    pairs = []
    for place in range(places):
        first = starts + counts[:, :place].sum(1)
        lines = numpy.repeat(numpy.arange(line_count), counts[:, place])
        within = numpy.arange(len(lines)) - numpy.repeat(numpy.cumsum(counts[:, place]) - counts[:, place], counts[:, place])
        pairs.append((numbers[first[lines] + within].astype(numpy.int64), lines))
    return pairs
