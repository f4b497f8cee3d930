"""Trains the model that classifies lines: python3 train.py ROWS OUT [--folds].

ROWS is the folder with the output of export-lines.ts. The script writes model.json, trained with all pages, to the
folder OUT. With --folds, it also writes fold-0.json to fold-4.json, each trained without the pages of its fold. It
needs lightgbm and numpy, see requirements.txt. The same rows give the same model.
"""

import json
import os
import sys

import lightgbm
import numpy

from word_scores import WordCounts, read_pairs

FOLDS = 5
ROUNDS = 220
PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.06,
    "num_leaves": 31,
    "min_data_in_leaf": 100,
    "min_sum_hessian_in_leaf": 1.0,
    "feature_fraction": 0.3,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 20.0,
    "max_bin": 63,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "seed": 1,
    "verbose": -1,
}
# Maximum sum of the weights of a page. The weight of a line is its length relative to the article, so a page with a
# short article and many other lines would otherwise have too much influence.
HEAVIEST_PAGE = 3
SCALE = 1000
# Only one in this many easy lines is used, with a higher weight. Easy lines are far from any line that the rules keep;
# there are many of them, and a part of them is enough for training.
EASY_PART = 5
# Words with a lower absolute score are left out of the model.
LEAST_SCORE = 0.5


class Data:
    """The lines of all pages, with features, labels, weights and words."""

    def __init__(self, folder):
        with open(os.path.join(folder, "pages.json"), encoding="utf-8") as file:
            meta = json.load(file)
        self.names, self.places, self.words, pages = meta["features"], meta["places"], meta["words"], meta["pages"]
        read = lambda name: numpy.fromfile(os.path.join(folder, name), numpy.float32)
        self.rows = read("rows.f32").reshape(-1, len(self.names))
        self.labels, self.weights = read("labels.f32"), read("weights.f32")
        self.page_of = numpy.repeat(numpy.arange(len(pages)), [page["lines"] for page in pages])
        self.fold_of_page = numpy.array([page["fold"] for page in pages])
        self.fold_of = self.fold_of_page[self.page_of]
        self.fold_count, self.word_count = FOLDS, len(self.words)
        pairs = read_pairs(os.path.join(folder, "words.i32"), len(self.places), len(self.rows))
        self.counts = [WordCounts(words, lines, self) for words, lines in pairs]
        self.training_weights = thin_out(self, page_weights(self, len(pages)))


def main(rows_folder, out_folder, with_folds):
    data = Data(rows_folder)
    os.makedirs(out_folder, exist_ok=True)
    for fold in [*(range(FOLDS) if with_folds else ()), None]:
        name = "model.json" if fold is None else f"fold-{fold}.json"
        write(data, train(data, fold), fold, os.path.join(out_folder, name))


def page_weights(data, pages):
    totals = numpy.bincount(data.page_of, data.weights, pages)
    return data.weights * numpy.minimum(1, HEAVIEST_PAGE / numpy.maximum(totals, 1e-9))[data.page_of] * SCALE


def thin_out(data, weights):
    column = {name: index for index, name in enumerate(data.names)}
    is_easy = (data.rows[:, column["keptWindow15"]] == 0) & (data.rows[:, column["group:keptShare"]] == 0)
    is_left = numpy.arange(len(weights)) % EASY_PART != 0
    return numpy.where(is_easy, numpy.where(is_left, 0, weights * EASY_PART), weights)


def train(data, left_out):
    write_word_features(data, left_out)
    used = (data.training_weights > 0) & (data.fold_of != (-1 if left_out is None else left_out))
    names = [name.replace(":", "_") for name in data.names]
    lines = lightgbm.Dataset(
        data.rows[used], data.labels[used], weight=data.training_weights[used], feature_name=names
    )
    return lightgbm.train(PARAMETERS, lines, ROUNDS)


def write_word_features(data, left_out):
    """Writes the word features of all lines. Each fold gets scores that were learned without its lines."""
    for place, counts in zip(data.places, data.counts):
        first = data.names.index(f"{place}:sum")
        for fold in range(FOLDS):
            values = counts.features(kept_scores(counts, {fold, left_out}), len(data.rows))
            of_fold = data.fold_of == fold
            data.rows[of_fold, first : first + 3] = values[of_fold]


def kept_scores(counts, without):
    scores = counts.scores(without)
    return numpy.where(numpy.abs(scores) < LEAST_SCORE, 0, scores)


def write(data, model, left_out, path):
    trees = [flatten(tree["tree_structure"]) for tree in model.dump_model()["tree_info"]]
    used = sorted({feature for tree in trees for feature in tree[0] if feature >= 0})
    place = {feature: index for index, feature in enumerate(used)}
    for tree in trees:
        tree[0] = [place.get(feature, -1) for feature in tree[0]]
    words = {name: word_lists(data, counts, left_out) for name, counts in zip(data.places, data.counts)}
    content = {"features": [data.names[feature] for feature in used], "words": words, "trees": trees}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file, separators=(",", ":"), ensure_ascii=False)
        file.write("\n")


def word_lists(data, counts, left_out):
    """Returns the words with each score, separated by commas."""
    lists = {}
    for word, score in enumerate(kept_scores(counts, {left_out})):
        if score != 0:
            lists.setdefault(f"{score:g}", []).append(data.words[word])
    return {score: ",".join(sorted(words)) for score, words in sorted(lists.items())}


def flatten(root):
    """Returns lists of the nodes in pre-order: feature (-1 for a leaf), threshold or value of the leaf, right child."""
    feature, value, right = [], [], []

    def add(node):
        index = len(feature)
        is_leaf = "leaf_value" in node
        feature.append(-1 if is_leaf else node["split_feature"])
        number = node["leaf_value"] if is_leaf else node["threshold"]
        value.append(short(number, 3 if is_leaf else 5))
        right.append(0)
        if not is_leaf:
            add(node["left_child"])
            right[index] = add(node["right_child"])
        return index

    add(root)
    return [feature, value, right]


def short(number, digits):
    """Rounds a number, to keep the file small. LightGBM writes 1e-35 for the threshold "above 0", which becomes 0."""
    rounded = float(f"{number:.{digits}g}")
    if abs(rounded) < 1e-30:
        return 0
    return int(rounded) if rounded == int(rounded) else rounded


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--folds" in sys.argv[3:])
